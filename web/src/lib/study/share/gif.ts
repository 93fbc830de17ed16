import { applyPalette, GIFEncoder, quantize } from 'gifenc';

import type { Picture } from './picture';

/** Width of the animation, in pixels. */
const WIDTH = 480;
/** How long a position is shown, and the last one, in milliseconds. */
const MOVE_MS = 800;
const END_MS = 3000;

/** One colour of a palette of 256 stands for "as in the frame before". */
const COLORS = 255;
const SAME = COLORS;

/** The pixels of a picture. Rejects where the browser cannot draw it. */
async function pixelsOf({ svg, width, height }: Picture): Promise<ImageData> {
  const size = { width: WIDTH, height: Math.round((WIDTH * height) / width) };
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the browser draws no picture');
  context.drawImage(image, 0, 0, size.width, size.height);
  return context.getImageData(0, 0, size.width, size.height);
}

/** The places that are equal in the frame before become transparent, so that a frame contains only changes. */
export function changesOf(index: Uint8Array, before: Uint8Array | null): Uint8Array {
  return before === null ? index : index.map((color, place) => (color === before[place] ? SAME : color));
}

/**
 * An animation of a game, one position after the other.
 *
 * @param count the number of positions
 * @param draw draws a position
 * @param signal ends it early; then it rejects
 */
export async function gifFile(
  count: number,
  draw: (place: number) => Promise<Picture>,
  name: string,
  signal: AbortSignal,
): Promise<File> {
  const gif = GIFEncoder();
  let palette: number[][] | null = null;
  let before: Uint8Array | null = null;
  for (let place = 0; place < count; place += 1) {
    const { data, width, height } = await pixelsOf(await draw(place));
    signal.throwIfAborted();
    // All positions have the same materials.
    const first = palette === null;
    palette ??= [...quantize(data, COLORS).slice(0, COLORS)];
    while (palette.length <= SAME) palette.push([0, 0, 0]);
    const index = applyPalette(data, palette.slice(0, COLORS));
    gif.writeFrame(changesOf(index, before), width, height, {
      ...(first && { palette }),
      delay: place === count - 1 ? END_MS : MOVE_MS,
      transparent: !first,
      transparentIndex: SAME,
      dispose: 1,
    });
    before = index;
  }
  gif.finish();
  return new File([gif.bytes()], `${name}.gif`, { type: 'image/gif' });
}
