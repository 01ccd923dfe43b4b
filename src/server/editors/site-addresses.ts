import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { targetOf } from '#domain/addresses.ts';
import { documentHashIn } from '#domain/media.ts';
import type { ReadDatabase } from '../database/database.ts';
import { findDocument } from '../uploads/media.ts';

/** Static files. */
const publicFolder = join(import.meta.dirname, '../../../public');

/** Whether a page, a list or a file of this site answers at an address; the query and the hash do not matter. */
export async function hasAddress(db: ReadDatabase, address: string): Promise<boolean> {
  const path = address.replace(/[?#].*$/, '');
  const target = targetOf(path);
  if (!target) return (await hasDocument(db, path)) || isPublicFile(path);
  if (target.is === 'fixed') return true;
  const published = db
    .selectFrom('records')
    .select('records.id')
    .where('records.kind', '=', target.kind.name)
    .where('records.state', '=', 'published');
  const found =
    target.is === 'record'
      ? published.where(
          target.kind.keyedBy === 'code' ? 'records.code' : 'records.id',
          '=',
          target.kind.keyedBy === 'code' ? target.key : Number(target.key),
        )
      : published
          .innerJoin('facets', 'facets.record_id', 'records.id')
          .where('facets.field', '=', target.field)
          .where('facets.value', '=', target.value);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

async function hasDocument(db: ReadDatabase, path: string): Promise<boolean> {
  const hash = path.startsWith('/media/') ? documentHashIn(path.slice('/media/'.length)) : undefined;
  return hash !== undefined && (await findDocument(db, hash)) !== undefined;
}

/** Letters, digits and single dots: nothing leads out of the folder. */
const isPublicFile = (path: string): boolean =>
  /^(?:\/[\w-]+)*\/[\w-]+(?:\.[\w-]+)+$/.test(path) && existsSync(join(publicFolder, path));
