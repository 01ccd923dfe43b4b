import type { APIRoute } from 'astro';
import { attribution } from '#components/record/licence.ts';
import { findSection } from '#components/chrome/sections.ts';
import { getCards, getPage, getRecord, siteWords, termTitle } from '#data/catalogue.ts';
import { formatDay } from '#domain/dates.ts';
import { recordLines, sourceLines } from '#domain/exports/markdown.ts';
import { addressOf, type AnyRecord, type KindName } from '#domain/kinds/index.ts';

export { getStaticPaths } from './index.json.ts';

/** The record as text for language models: its fields under their headings, and all sources. */
export const GET: APIRoute = ({ params, site }) => {
  const kind = findSection(params['section']);
  const found =
    kind?.keyedBy === 'code' ? getPage(params['id']) : kind && getRecord(kind.name as KindName, params['id']);
  const record = found as AnyRecord | undefined;
  if (!kind || !record) return new Response(null, { status: 404 });
  const linked = Object.entries(kind.links).flatMap(([field, to]) => {
    const ids = [record[field] ?? []].flat() as number[];
    return getCards(to as KindName, ids).map(({ id, title }) => [id, title] as const);
  });
  const titles = new Map(linked);
  const lines = [
    `# ${record.title}`,
    `${new URL(addressOf(kind, record), site).href}, обновлено ${formatDay(record.updated_at.slice(0, 10))}`,
    ...recordLines(kind, record, { record: (id) => titles.get(id), term: termTitle }),
    ...sourceLines(record.sources, Object.keys(kind.fields.shape), Infinity),
    attribution(siteWords().title, String(site)),
  ];
  return new Response(lines.map((line) => `${line}\n\n`).join(''));
};
