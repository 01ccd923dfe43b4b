import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pictureAt } from '#domain/media.ts';
import { findPicture, publicAddress } from '../uploads/media.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { FieldProblem } from './check.ts';

/** What is laid beside the site by hand. */
const laid = join(import.meta.dirname, '../../../public');

/** Pictures that a record names and that are not there: readers would see a broken one. */
export async function missingPictures(
  db: ReadDatabase,
  fields: Readonly<Record<string, unknown>>,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [field, src] of picturesIn(fields))
    if (!(await isThere(db, src)))
      problems.push({
        field,
        message: `Картинки по адресу ${src} нет. Загрузите её или выберите из загруженных.`,
      });
  return problems;
}

/** Addresses of pictures with the fields that they stand in: a picture of its own, and those in texts. */
function picturesIn(fields: Readonly<Record<string, unknown>>): [field: string, src: string][] {
  return Object.entries(fields).flatMap(([field, value]): [string, string][] => {
    if (typeof value === 'string')
      return [...value.matchAll(/^!\[(?:[^[\]\\]|\\.){0,500}\]\((\/[^\s)\\]{1,1000})\)$/gmu)].map(
        ([, src]) => [field, src ?? ''],
      );
    const src = typeof value === 'object' && value !== null && 'src' in value ? value.src : undefined;
    return typeof src === 'string' && src.startsWith('/') ? [[`${field}.src`, src]] : [];
  });
}

/** An address that only a running server answers is none for a page. */
async function isThere(db: ReadDatabase, src: string): Promise<boolean> {
  const picture = pictureAt(src);
  if (!picture) return src.startsWith('/upload/') && !src.includes('..') && existsSync(join(laid, src));
  const row = await findPicture(db, picture.hash);
  return row !== undefined && publicAddress(row) === src.replace(/#.*$/, '');
}
