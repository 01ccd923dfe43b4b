import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from '../database.ts';

/** Files of pictures and documents that records and menus refer to. */
export function readPictures({ rows, row }: Statements) {
  return {
    media() {
      trackTag(cacheTags.media());
      return rows<{ file: string }>(
        'select file from picture where file in (select file from named) order by file',
      ).map(({ file }) => file);
    },
    picture(file: string) {
      trackTag(cacheTags.picture(file));
      return row<{ bytes: Uint8Array }>('select bytes from picture where file = ?', file)?.bytes;
    },
    /** Files not fetched yet. */
    mediaWanted: () =>
      rows<{ file: string }>('select file from named where file not in (select file from picture)').map(
        ({ file }) => file,
      ),
  };
}
