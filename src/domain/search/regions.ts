import names from './data/regions.json' with { type: 'json' };
import { normalizeTerm } from './normalise.ts';
import { wordsOf } from './words.ts';

/** Names and capitals of federal subjects as people write them, by code of `src/starter/subjects.ndjson`. */
const namesByCode = new Map(Object.entries(names));

/** Names of a subject; undefined for unknown codes. */
export const regionNames = (code: string): string | undefined => namesByCode.get(code);

/** Ambiguous words. */
const common = new Set(
  'республика край область автономный автономная округ народная северная великий нижний на дону эл'.split(
    ' ',
  ),
);
const stemsOf = (text: string) =>
  wordsOf(text).flatMap((word) => (common.has(word.text) ? [] : [normalizeTerm(word.text).stem]));

const codesOf = new Map<string, Set<string>>();
for (const [code, name] of namesByCode)
  for (const stem of stemsOf(name)) codesOf.set(stem, (codesOf.get(stem) ?? new Set()).add(code));

/** Code of the single subject named in a query, in any case; undefined for several or none. */
export function regionIn(query: string): string | undefined {
  const named = stemsOf(query).flatMap((stem) => {
    const codes = codesOf.get(stem);
    return codes?.size === 1 ? [...codes] : [];
  });
  return new Set(named).size === 1 ? named[0] : undefined;
}
