import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { documentHashIn, mediaIn, pictureAt } from '#domain/media.ts';
import { findDocument, findPicture, publicAddress } from '../uploads/media.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { FieldProblem } from './problem.ts';

const laid = join(import.meta.dirname, '../../../public');

/** Referenced pictures and documents that do not exist: they would be broken links. */
export async function missingFiles(
  db: ReadDatabase,
  fields: Readonly<Record<string, unknown>>,
): Promise<FieldProblem[]> {
  // Most records have neither; paths of pictures begin with a slash.
  if (!/\]\(\/|"src":"\/|\/media\//.test(JSON.stringify(fields))) return [];
  const problems = await missingDocuments(db, fields);
  for (const [field, src] of picturesIn(fields))
    if (!(await isThere(db, src)))
      problems.push({
        field,
        message: `Картинки по адресу ${src} нет. Загрузите её или выберите из загруженных.`,
      });
  return problems;
}

async function missingDocuments(
  db: ReadDatabase,
  fields: Readonly<Record<string, unknown>>,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const pictures = new Set(picturesIn(fields).map(([, src]) => src));
  for (const [field, value] of Object.entries(fields)) {
    const text = JSON.stringify(value) ?? '';
    const served = [...text.matchAll(/\]\((\/api\/files\/\w{1,60})/g)].map(([, address]) => address ?? '');
    for (const address of new Set(served))
      if (!pictures.has(address))
        problems.push({
          field,
          message: `Ссылка ${address} открывается, только пока работает сервер. Скопируйте в разделе «Файлы» адрес, с которым файл выходит на сайт.`,
        });
    for (const file of mediaIn(text)) {
      const hash = documentHashIn(file);
      if (hash && !(await findDocument(db, hash)))
        problems.push({
          field,
          message: `Файла по адресу /media/${file} нет. Загрузите его в разделе «Файлы».`,
        });
    }
  }
  return problems;
}

/** Picture addresses by field, including those in texts. */
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

/** Addresses of the API are invalid in pages. */
async function isThere(db: ReadDatabase, src: string): Promise<boolean> {
  const picture = pictureAt(src);
  if (!picture) return src.startsWith('/upload/') && !src.includes('..') && existsSync(join(laid, src));
  const row = await findPicture(db, picture.hash);
  return row !== undefined && publicAddress(row) === src.replace(/#.*/, '');
}
