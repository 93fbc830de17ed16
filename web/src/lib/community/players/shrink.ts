/** Width and height of an uploaded picture: the server makes it smaller. */
const SIDE = 256;

/**
 * The middle of a picture as a small square, so that photos of any size can be uploaded. A file that the browser cannot read stays
 * unchanged: the server names its fault.
 */
export async function shrunk(file: Blob): Promise<Blob> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return file;
  }
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (context === null) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  picture.close();
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return small ?? file;
}
