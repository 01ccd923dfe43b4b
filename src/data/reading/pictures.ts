import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from './statements.ts';

/** Files of pictures and documents that records and menus refer to. */
export interface Pictures {
  media(): string[];
  picture(file: string): Uint8Array | undefined;
  /** Files not fetched yet. */
  mediaWanted(): string[];
}

export function readPictures({ rows, row }: Statements): Pictures {
  return {
    media() {
      trackTag(cacheTags.media());
      return rows<{ file: string }>(
        'select file from picture where file in (select file from named) order by file',
      ).map(({ file }) => file);
    },
    picture(file) {
      trackTag(cacheTags.picture(file));
      return row<{ bytes: Uint8Array }>('select bytes from picture where file = ?', file)?.bytes;
    },
    mediaWanted: () =>
      rows<{ file: string }>('select file from named where file not in (select file from picture)').map(
        ({ file }) => file,
      ),
  };
}
