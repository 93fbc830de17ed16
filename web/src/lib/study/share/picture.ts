import { VIEW } from '$lib/game/board/outline';

/** Width of a picture, in pixels. */
const WIDTH = 1600;
/** Height of the line below the board, in cells. */
const CAPTION = 0.62;

/** Styles that elements inside inherit. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
] as const;

/** Styles of an element alone, with their default values. */
const OWN: Readonly<Record<string, string>> = {
  opacity: '1',
  'stop-color': 'rgb(0, 0, 0)',
  'stop-opacity': '1',
  'mix-blend-mode': 'normal',
  filter: 'none',
  'clip-path': 'none',
  transform: 'none',
};

/** Attributes that say something to a picture that stands alone; all others are for the page. */
const FOREIGN = /^(?:class|style|role|tabindex|aria-.*|data-.*)$/;

/** A picture that stands alone: its height follows from its width. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The drawn board, as an SVG file that needs no style sheet.
 *
 * @param layers the drawings of the board, the lowest first, in the page; all of them show the same part of it
 * @param caption text below it
 */
export function pictureOf(layers: readonly SVGSVGElement[], caption: string, colors: { page: string; text: string }): Picture {
  const { x, y, width, height } = VIEW;
  const whole = height + CAPTION;
  const size = { width: WIDTH, height: Math.round((WIDTH * whole) / width) };
  const drawn = layers.map((layer) => new XMLSerializer().serializeToString(plain(layer)));
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${whole}" width="${size.width}" height="${size.height}">`,
    `<rect x="${x}" y="${y}" width="${width}" height="${whole}" fill="${colors.page}"/>`,
    ...drawn,
    `<text x="0" y="${y + height + CAPTION / 2}" fill="${colors.text}" font-family="sans-serif" font-size="0.3" font-weight="600" `,
    `text-anchor="middle" dominant-baseline="central">${escaped(caption)}</text>`,
    '</svg>',
  ];
  return { svg: parts.join(''), ...size };
}

/** A copy with all styles as attributes, placed where the drawing of the board lies. */
function plain(layer: SVGSVGElement): SVGSVGElement {
  const copy = layer.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [layer, copy].map((root) => [root, ...root.querySelectorAll('*')]);
  originals?.forEach((original, index) => {
    const made = copies?.[index];
    if (made !== undefined) inline(original, made);
  });
  for (const name of ['x', 'y', 'width', 'height'] as const) copy.setAttribute(name, String(VIEW[name]));
  copy.removeAttribute('transform');
  for (const hidden of [...copy.querySelectorAll('[display="none"]')]) hidden.remove();
  return copy;
}

function inline(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  const parent = original instanceof SVGSVGElement || original.parentElement === null ? null : getComputedStyle(original.parentElement);
  for (const { name } of [...copy.attributes]) {
    if (FOREIGN.test(name) || INHERITED.some((each) => each === name) || name in OWN) copy.removeAttribute(name);
  }
  if (style.display === 'none') copy.setAttribute('display', 'none');
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== parent?.getPropertyValue(name)) copy.setAttribute(name, local(value));
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value === '' || value === usual) continue;
    // There is no attribute for blending.
    if (name === 'mix-blend-mode') copy.setAttribute('style', `mix-blend-mode: ${value}`);
    else copy.setAttribute(name, local(value));
  }
}

/** References lead into the file itself, without the address of the page. */
function local(value: string): string {
  return value.replace(/url\(["']?[^"')#]*(#[^"')]+)["']?\)/g, 'url($1)');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The picture as a file. */
export function svgFile({ svg }: Picture, name: string): File {
  return new File([svg], `${name}.svg`, { type: 'image/svg+xml' });
}

/** The picture in pixels. Rejects where the browser cannot draw it. */
export async function pngFile({ svg, width, height }: Picture, name: string): Promise<File> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser makes no PNG of this picture');
  return new File([blob], `${name}.png`, { type: 'image/png' });
}

/** Saves a file as a download of the browser. */
export function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
