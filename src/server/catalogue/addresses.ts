import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findLetter } from '#domain/alphabet.ts';
import { addressOf, findKind, kinds, type Kind } from '#domain/kinds/index.ts';
import { documentHashIn } from '#domain/media.ts';
import { redirectOf } from '#domain/redirects.ts';
import type { ReadDatabase } from '../database/database.ts';
import { findDocument } from '../uploads/media.ts';

const profile = [
  'application',
  'cases',
  'confirm',
  'login',
  'notifications',
  'restore',
  'settings',
  'subscribes',
  'main',
];

/**
 * Address by key and id or code: the link templates of the specification. An unknown key leads to the home
 * page (ruling G22).
 */
export function addressFor(key: string, which: string | number): string {
  if (key === 'profile') return profile.includes(String(which)) ? `/profile/${which}/` : '/profile/';
  const kind = findKind(key);
  return kind ? addressOf(kind, { id: Number(which), code: which }) : '/';
}

/** Pages and files of every release, as `src/pages` has them; records, lists and pictures are not among them. */
const fixedAddresses: ReadonlySet<string> = new Set(
  `/ /access/route/ /cases/ /codes/ /changes/ /changes/feed.xml /compare/ /contacts/ /diagnostics/signs/
  /diagnostics/signs/links.json /events/calendar.ics /for/ /glossary/ /index.json /llms.txt
  /manifest.webmanifest /open-data/ /opensearch.xml /page/ /robots.txt /saved/ /search/
  /search/names.json /sitemap-index.xml /unsubscribe/ /api/openapi.json
  /api/openapi.public.json /fhir/metadata
  /profile/ /profile/answer/ /profile/application/ /profile/cases/ /profile/cases/create/
  /profile/cases/detail/ /profile/cases/edit/ /profile/cases/saved/ /profile/confirm/ /profile/login/
  /profile/main/ /profile/notifications/ /profile/register/doctor/ /profile/register/family/
  /profile/register/partner/ /profile/restore/ /profile/settings/ /profile/subscribes/
  /profile/editors/ /profile/editors/broadcasts/ /profile/editors/calendar/ /profile/editors/cases/
  /profile/editors/delivery/ /profile/editors/dictionaries/ /profile/editors/files/ /profile/editors/imports/
  /profile/editors/inbox/ /profile/editors/log/ /profile/editors/publication/ /profile/editors/reading/
  /profile/editors/record/ /profile/editors/records/ /profile/editors/users/`.split(/\s+/),
);

const partsOfRecords: Readonly<Record<string, RegExp>> = {
  disease: /^(?:leaflet\/|within\/[1-9]\d{0,3}\/|feed\.xml)$/,
  clinic: /^card\.vcf$/,
  event: /^event\.ics$/,
};

const publicFolder = join(import.meta.dirname, '../../../public');

/** Whether a page, a list or a file of this site answers at an address; the query and the hash do not matter. */
export async function hasAddress(db: ReadDatabase, address: string): Promise<boolean> {
  const given = address.replace(/[?#].*/, '');
  // Another spelling of an address is read as the address.
  const canonical = redirectOf(given) ?? given;
  const path = /\/$|\.\w+$/.test(canonical) ? canonical : `${canonical}/`;
  if (fixedAddresses.has(path)) return true;
  if (/^\/open-data\/[\w-]+\.(?:csv|json|jsonld|ndjson(?:\.gz)?|txt)$/.test(path)) return true;
  const kind = kinds.find((one) => path.startsWith(one.path));
  if (kind && (await hasPage(db, kind, path.slice(kind.path.length)))) return true;
  const hash = given.startsWith('/media/') && documentHashIn(given.slice('/media/'.length));
  if (hash) return (await findDocument(db, hash)) !== undefined;
  // Letters, digits and single dots: nothing leads out of the folder.
  return /^(?:\/[\w-]+)*\/[\w-]+(?:\.[\w-]+)+$/.test(given) && existsSync(join(publicFolder, given));
}

/** Whether the kind has this list, or a published record with this page. */
async function hasPage(db: ReadDatabase, kind: Kind, path: string): Promise<boolean> {
  const { keyedBy } = kind;
  if (keyedBy !== 'code' && /^(?:feed\.xml|index\.json|(?:page\/[1-9]\d{0,5}\/)?)$/.test(path)) return true;
  const published = db
    .selectFrom('records as r')
    .select('r.id')
    .where('r.kind', '=', kind.name)
    .where('r.state', '=', 'published')
    .limit(1);
  const [, key = '', part = ''] = /^([\w-]+)\/(.*)$/.exec(path) ?? [];
  if (keyedBy === 'code' || (keyedBy === 'id' && /^[1-9]\d{0,8}$/.test(key))) {
    const isPart = part === '' || /^index\.(?:json|md)$/.test(part) || partsOfRecords[kind.name]?.test(part);
    const own =
      keyedBy === 'code' ? published.where('r.code', '=', key) : published.where('r.id', '=', Number(key));
    return Boolean(isPart && (await own.executeTakeFirst()));
  }
  const [, field = '', value = ''] = /^([\w-]+)\/([^/]+)\/(?:page\/[1-9]\d{0,5}\/)?$/.exec(path) ?? [];
  if (field === 'letter' && kind.order.by === 'title' && findLetter(value)) return true;
  if (!kind.facets.some((facet) => facet.field === field && facet.hasPages)) return false;
  const listed = published
    .innerJoin('facets as f', 'f.record_id', 'r.id')
    .where('f.field', '=', field)
    .where('f.value', '=', value);
  return Boolean(await listed.executeTakeFirst());
}
