import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files worth compressing; pictures and fonts are compressed already. */
export const isCompressible = (file: string) =>
  /\.(html|css|js|mjs|json|xml|txt|svg|webmanifest|ics|csv)$/.test(file);

/** Writes FILE.br and FILE.gz; level 5 costs a tenth of level 11 and gives 6 % more bytes on our pages. */
export function compressFile(file: string): void {
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  write(`${file}.br`, brotli);
  write(`${file}.gz`, gzipSync(bytes, { level: 6 }));
}

function write(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}
