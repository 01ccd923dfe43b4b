import { findLetter } from '#domain/alphabet.ts';
import { addressOf, findKind, kinds, type Kind } from '#domain/kinds/index.ts';
import { redirectOf } from '#domain/redirects.ts';

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

/** What a path of the site leads to, by its form alone. */
export type AddressTarget =
  | { is: 'fixed' }
  | { is: 'record'; kind: Kind; key: string }
  | { is: 'list'; kind: Kind; field: string; value: string };

const partsOfRecords: Readonly<Record<string, RegExp>> = {
  disease: /^(?:leaflet\/|within\/[1-9]\d{0,3}\/|feed\.xml)$/,
  clinic: /^card\.vcf$/,
  event: /^event\.ics$/,
};

/** `undefined` for a path of no page; another spelling of an address is read as the address. */
export function targetOf(given: string): AddressTarget | undefined {
  const canonical = redirectOf(given) ?? given;
  const path = /\/$|\.\w+$/.test(canonical) ? canonical : `${canonical}/`;
  if (fixedAddresses.has(path)) return { is: 'fixed' };
  if (/^\/open-data\/[\w-]+\.(?:csv|json|jsonld|ndjson(?:\.gz)?|txt)$/.test(path)) return { is: 'fixed' };
  const kind = kinds.find((one) => path.startsWith(one.path));
  if (!kind) return undefined;
  const rest = path.slice(kind.path.length);
  if (kind.keyedBy !== 'code' && /^(?:feed\.xml|index\.json|(?:page\/[1-9]\d{0,5}\/)?)$/.test(rest))
    return { is: 'fixed' };
  const [, key = '', part = ''] = /^([\w-]+)\/(.*)$/.exec(rest) ?? [];
  const isKey = kind.keyedBy === 'code' || (kind.keyedBy === 'id' && /^[1-9]\d{0,14}$/.test(key));
  if (key && isKey) {
    const isPart = part === '' || /^index\.(?:json|md)$/.test(part) || partsOfRecords[kind.name]?.test(part);
    return isPart ? { is: 'record', kind, key } : undefined;
  }
  const [, field = '', value = ''] = /^([\w-]+)\/([^/]+)\/(?:page\/[1-9]\d{0,5}\/)?$/.exec(rest) ?? [];
  if (field === 'letter' && kind.order.by === 'title' && findLetter(value)) return { is: 'fixed' };
  const hasPages = kind.facets.some((facet) => facet.field === field && facet.hasPages);
  return hasPages ? { is: 'list', kind, field, value } : undefined;
}
