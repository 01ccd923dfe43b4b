import { codesContract } from '#contract/codes.ts';
import type { CodedDisease, FoundCodes } from '#domain/codes.ts';
import { addressOf, kindsByName } from '#domain/kinds/index.ts';
import { isSure, type MatchQuality } from '#domain/search/match-quality.ts';
import type { Concept } from './concepts.ts';
import type { Handlers } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { readQuery } from '../site/page-query.ts';
import type { FilledPage } from '../site/serve.ts';

/** Diseases in one response. A category of МКБ-10 may have more: `total` counts them all. */
const maxItems = 50;

type Finding = Pick<Context, 'currentConcepts' | 'publicSearch'>;

/** Diseases with a code of any system, or found by name; best first. A name without a certain match finds none. */
export async function findConcepts(
  { currentConcepts, publicSearch }: Finding,
  query: string,
): Promise<readonly Concept[]> {
  const concepts = await currentConcepts();
  const code = query
    .trim()
    .toUpperCase()
    .replace(/^(ORPHA|OMIM|МКБ-?1[01]|ICD-?1[01])[:\s]*/, '');
  const own = /^orpha/i.test(query.trim()) ? concepts.find(code) : undefined;
  if (own) return [own];
  const coded = concepts.withCode(code);
  if (coded.length > 0) return coded;
  // A category of МКБ-10 stands for its subcategories.
  if (/^[A-Z]\d{2}$/.test(code)) return concepts.withCodesIn(code);
  const index = await publicSearch.index();
  const found = index.search(query, { groups: new Set(['disease']), perGroup: 10 });
  return isMeant(found.match, found.leftOut, found.hits.length)
    ? found.hits.flatMap(({ id }) => concepts.findById(id) ?? [])
    : [];
}

/** A certain match, or the only one that has every word: «гемофилия А» in Cyrillic. */
export const isMeant = (
  match: MatchQuality | 'nothing',
  leftOut: readonly string[],
  total: number,
): boolean => isSure({ match }) || (total === 1 && leftOut.length === 0);

async function findCodes(context: Finding, query: string): Promise<FoundCodes> {
  const found = await findConcepts(context, query);
  return { query, total: found.length, items: found.slice(0, maxItems).map(codedDiseaseOf) };
}

const codedDiseaseOf = ({ id, title, code, isGroup, mappings, sources }: Concept): CodedDisease => ({
  id,
  title,
  url: addressOf(kindsByName.disease, { id }),
  orpha: code,
  is_group: isGroup,
  codes: mappings.map(({ property, code: mapped, display, relation }) => ({
    system: property,
    code: mapped,
    title: display ?? null,
    relation,
  })),
  sources: sources.map(({ title: source, url, date, fields }) => ({
    title: source,
    url: url ?? null,
    date,
    fields: [...fields],
  })),
});

export const codesHandlers: Handlers<'GET /api/codes'> = {
  'GET /api/codes': (caller, { query }) => findCodes(caller, query.q),
};

/** GET /codes/?q=…: the page with what was found. Without a query the static page is sent. */
export function codesPage(context: Finding): FilledPage {
  return async (request, draw) => {
    const { q } = request.query as Record<string, unknown>;
    if (q === undefined || q === '') return undefined;
    const asked = readQuery(codesContract['GET /api/codes'].query, { q });
    return await draw('/codes/', async () => ({ codes: await findCodes(context, asked.q) }));
  };
}
