/** The part of the library that the animation uses. */
declare module 'gifenc' {
  type Color = number[];

  interface Frame {
    readonly palette?: readonly Color[];
    /** In milliseconds. */
    readonly delay: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1: the frame stays below the next one. */
    readonly dispose?: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(pixels: Uint8ClampedArray | Uint8Array, colors: number): Color[];
  export function applyPalette(pixels: Uint8ClampedArray | Uint8Array, palette: readonly Color[]): Uint8Array;
}
