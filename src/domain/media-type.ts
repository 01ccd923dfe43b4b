import { Mime } from 'mime';
import standard from 'mime/types/standard.js';

const mime = new Mime(standard, {
  'application/x-ndjson': ['ndjson'],
  'image/x-icon': ['ico'],
  'text/vcard': ['vcf'],
});

/** Content-Type of a file, by name; unknown ones are downloads, never sniffed. */
export function mediaTypeOf(file: string): string {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return /^text\/|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}
