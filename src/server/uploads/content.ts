import sharp, { type Sharp } from 'sharp';
import { makeSemaphore } from '../base/semaphore.ts';
import { HttpError } from '../http-error.ts';
import type { PdfRefusal } from '../thread/pdf.ts';
import { inThread } from '../thread/thread.ts';

export type FileType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** Larger pictures are rejected before decoding: a small file can expand into hundreds of megabytes. */
export const maxPixels = 25e6;
const maxFrames = 10;
const decodeSemaphore = makeSemaphore({ width: 2, maxQueue: 20 });

/** File type by signature: names and declared types prove nothing. */
export function typeOf(bytes: Uint8Array): FileType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (beginning.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (beginning.startsWith('RIFF') && beginning.endsWith('WEBP')) return 'image/webp';
  const end = Buffer.from(bytes.subarray(-1024)).toString('latin1');
  return /^%PDF-[12]\.\d/.test(beginning) && end.includes('%%EOF') ? 'application/pdf' : undefined;
}

export function reasonAgainst(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.slice(128, 132) === 'DICM')
    return 'Снимки DICOM хранят имя пациента и номер исследования: сохраните нужный кадр как JPEG или PNG.';
  if (head.startsWith('PK\u0003') || head.startsWith('PK\u0005'))
    return 'Это архив ZIP или документ Word: приложите сами снимки, JPEG, PNG или WebP.';
  if (head.startsWith('%PDF'))
    return 'PDF может хранить слой текста с именем пациента: сохраните нужную страницу как JPEG или PNG.';
  if (/^.{4}ftyp(avif|avis|heic|heix|mif1)/s.test(head))
    return 'Снимки AVIF и HEIC не принимаются: сохраните как JPEG или PNG.';
  if (/<svg[\s>]/i.test(head))
    return 'Рисунки SVG не принимаются: в них может быть программа. Сохраните как PNG.';
  if (/<(!doctype|html|script|body)/i.test(head))
    return 'Страницы HTML не принимаются: сделайте снимок экрана в PNG.';
  return undefined;
}

interface Cleaned {
  bytes: Buffer;
  /** Pixels of a picture; null for PDF. */
  width: number | null;
  height: number | null;
}

/**
 * The stored form of a file. Pictures are re-encoded, which removes hidden content and location. PDFs are
 * rewritten from checked objects, and rejected if active.
 */
export async function cleaned(
  bytes: Buffer,
  type: FileType,
  { field, owner }: { field: string; owner: string },
): Promise<Cleaned> {
  if (type !== 'application/pdf')
    return await redraw(bytes, field, async (picture) => {
      const { pages = 1 } = await picture.metadata();
      if (pages > maxFrames) throw new Error('too many frames');
      const upright = picture.rotate();
      if (type === 'image/png') return upright.png();
      if (type === 'image/webp') return upright.webp({ quality: 90 });
      // Optimised coding holds the whole picture in memory, six bytes a pixel (target E-6).
      return upright.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false });
    });
  const look = await inThread(owner, 'cleanPdf', bytes);
  if (look.refusal !== null)
    throw new HttpError(
      400,
      `${pdfRefusals[look.refusal]}: распечатайте документ в новый PDF и приложите его.`,
      field,
    );
  const { buffer, byteOffset, byteLength } = look.bytes;
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    width: null,
    height: null,
  };
}

const pdfRefusals: Record<PdfRefusal, string> = {
  active: 'В PDF есть программа, вложение, ссылка на другой файл или форма, которая что-то отправляет',
  encrypted: 'Этот PDF зашифрован, проверить его нельзя',
  signed: 'В PDF есть электронная подпись, а файл при проверке переписывается, и она перестала бы сходиться',
  'too large': 'В этом PDF больше данных, чем можно проверить',
  unreadable: 'Строение этого PDF разобрать не удалось, проверить его нельзя',
};

/** Encodes a picture anew, in its turn. */
export function redraw(
  bytes: Buffer,
  field: string,
  draw: (picture: Sharp) => Sharp | Promise<Sharp>,
): Promise<Cleaned> {
  return decodeSemaphore.run(async () => {
    try {
      const drawn = await draw(sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }));
      const { data, info } = await drawn.timeout({ seconds: 20 }).toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      throw new HttpError(400, 'Картинка не открывается или слишком велика: больше 25 мегапикселей.', field);
    }
  });
}
