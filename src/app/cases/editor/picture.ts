/** A rectangle of a picture, in fractions of its sides. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The longer side of what is sent: enough to read an X-ray, light enough for a phone. */
const longest = 2400;

/** Draws a picture again: place, camera and time of the shot stay behind. */
export async function drawPicture(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** Replaces a place by four by three smooth spots: a finer mosaic of letters can be read back. */
export function blurOver(canvas: HTMLCanvasElement, { x, y, width, height }: PictureArea): void {
  const context = canvas.getContext('2d');
  const small = document.createElement('canvas').getContext('2d');
  if (!context || !small) return;
  const [left, top] = [Math.floor(x * canvas.width), Math.floor(y * canvas.height)];
  const [wide, high] = [Math.ceil(width * canvas.width), Math.ceil(height * canvas.height)];
  small.canvas.width = 4;
  small.canvas.height = 3;
  small.imageSmoothingQuality = 'high';
  small.drawImage(canvas, left, top, wide, high, 0, 0, 4, 3);
  context.imageSmoothingEnabled = true;
  context.drawImage(small.canvas, 0, 0, 4, 3, left, top, wide, high);
}

/** The canvas as a file without any metadata. */
export async function saveCanvas(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const isPng = /\.png$/i.test(name);
  const type = isPng ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The canvas gave nothing'))), type, 0.9);
  });
  // The name of the file may be the name of the patient.
  return new File([blob], `picture.${isPng ? 'png' : 'jpg'}`, { type });
}
