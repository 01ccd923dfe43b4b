import type { Output } from '#contract/contract.ts';
import { getKind, hintOf, publicKinds, type AnyCard, type Kind, kinds } from '#domain/kinds/index.ts';
import type { Handlers } from '../request/caller.ts';
import { findForDesk } from '../search/desk.ts';
import { sortKey } from '#domain/alphabet.ts';
import { inOrder } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { getTerms } from '../catalogue/terms.ts';
import { titleOf } from '../catalogue/names.ts';

/** Field with synonyms for search; a disease's is hidden. */
export const nameField = ({ fields }: Pick<Kind, 'fields'>): string | undefined =>
  ['aliases', 'synonyms'].find((field) => field in fields.shape);

const maxRelations = 20;
const namedKinds = publicKinds.filter(nameField).map(({ name }) => name);

export const relationHandlers = {
  /** Records for links, or of any kind with synonyms: by query or id, best first, without archived ones. */
  'GET /api/editors/relations': async (context, { query: { kind, query, except } }) => {
    const found = query === '' ? undefined : await findForDesk(context, { query, kind });
    const rows = await context.db
      .selectFrom('records')
      .select(['id', 'kind', 'card', 'state'])
      .where('kind', 'in', kind === undefined ? namedKinds : [kind])
      .where('state', '!=', 'archived')
      .$if(except !== undefined, (chosen) => chosen.where('id', '!=', except ?? 0))
      .$if(found !== undefined, (chosen) => chosen.where('id', 'in', found?.length ? found : [0]))
      .orderBy('title_key')
      .orderBy('id')
      .$if(found === undefined, (chosen) => chosen.limit(maxRelations))
      .execute();
    return (found ? inOrder(found, rows) : rows)
      .slice(0, maxRelations)
      .map(({ id, kind: name, card, state }) => {
        const shown = JSON.parse(card) as AnyCard;
        return { id, title: shown.title, hint: hintOf(getKind(name), shown), state };
      });
  },
  'GET /api/editors/codes': async ({ db }, { query: { book, query } }) =>
    book === 'icd10' ? await rubrics(db, query) : await findEntities(db, book, query),
} satisfies Partial<Handlers>;

const maxCodes = 20;
type Found = Output<'GET /api/editors/codes'>;

async function rubrics(db: ReadDatabase, query: string): Promise<Found> {
  const code = query.toUpperCase();
  const words = sortKey(query).slice(1).split(' ').filter(Boolean);
  return (await getTerms(db, 'mkb10'))
    .filter((term) => {
      if (query === '' || term.code.startsWith(code)) return true;
      const key = sortKey(term.title).slice(1);
      return words.length > 0 && words.every((word) => key.includes(word));
    })
    .slice(0, maxCodes)
    .map(({ code: found, title }) => ({ code: found, title, taken_by: null }));
}

async function findEntities(db: ReadDatabase, book: string, query: string): Promise<Found> {
  const kind = kinds.find(({ external }) => external?.scheme.toLowerCase() === book);
  if (!kind?.external) return [];
  const prefix = `${kind.external.scheme}:`;
  const key = sortKey(query).slice(1);
  const digits = query.replace(/\D/g, '');
  const rows = await db
    .selectFrom('records')
    .select(['id', 'card', 'external'])
    .where('kind', '=', kind.name)
    .where('external', 'is not', null)
    .where((eb) =>
      eb.or([
        ...(key ? [eb('title_key', 'like', `%${key}%`)] : []),
        ...(digits ? [eb('external', 'like', `${prefix}${digits}%`)] : []),
        ...(query === '' ? [eb('id', '>', 0)] : []),
      ]),
    )
    .orderBy('title_key')
    .limit(maxCodes)
    .execute();
  return rows.map(({ id, card, external }) => ({
    code: (external ?? '').slice(prefix.length),
    title: titleOf(card),
    taken_by: { id, title: titleOf(card) },
  }));
}
