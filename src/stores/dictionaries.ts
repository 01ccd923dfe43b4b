import { map } from 'nanostores';
import { call, type Output } from '#contract/client/call.ts';

/** B135 */
export type Item = Output<'GET /api/dict/subject'>[number];
export type DictionaryName =
  | 'subject'
  | 'therapeuticarea'
  | 'scientificstatus'
  | 'specialization'
  | 'diseases';

export const $dictionaries = map<Partial<Record<DictionaryName, readonly Item[]>>>({});

const asked = new Map<DictionaryName, Promise<readonly Item[]>>();

/** The items of a dictionary; a filled one is kept as long as the page lives, and all who ask at once share a request. */
export async function loadDictionary(name: DictionaryName): Promise<readonly Item[]> {
  const known = $dictionaries.get()[name];
  if (known?.length) return known;
  const request = asked.get(name) ?? call(`GET /api/dict/${name}`, { isQuiet: true });
  asked.set(name, request);
  try {
    const items = await request;
    $dictionaries.setKey(name, items);
    return items;
  } finally {
    asked.delete(name);
  }
}

const russian = new Intl.Collator('ru');

/** Alphabetical by value (B143). */
export const sortedByValue = (items: readonly Item[]) =>
  items.toSorted((one, other) => russian.compare(one.value, other.value));
