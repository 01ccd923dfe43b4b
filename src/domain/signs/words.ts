/** Russian names of signs, for display and for reading notes. Pure. */

/** A sign with its names; the first is the label. */
export interface SignNames {
  hpo: string;
  names: readonly string[];
}

const split = (list: string) =>
  list
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);

/**
 * Joins `hpo-signs-ru.tsv` with colloquial names from `sign-words.tsv`, unique and by number. A colloquial
 * name overrides a synonym of another sign.
 */
export function joinNames(labels: string, words: string): SignNames[] {
  const colloquial = new Map(rowsOf(words).map(([hpo = '', names = '']) => [hpo, split(names)]));
  const given = new Set([...colloquial.values()].flat().map(folded));
  return rowsOf(labels).map(([hpo = '', label = '', synonyms = '']) => {
    const others = split(synonyms).filter((name) => !given.has(folded(name)));
    return { hpo, names: [...new Set([label, ...(colloquial.get(hpo) ?? []), ...others])] };
  });
}

const folded = (name: string) => name.toLowerCase().replaceAll('ё', 'е');

const rowsOf = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** Format for the browser: one line a sign with a delta of the number and tab-separated names. */
export function packNames(signs: readonly SignNames[]): string {
  let last = 0;
  return signs
    .map(({ hpo, names }) => {
      const number = Number(hpo.slice(3));
      const step = number - last;
      last = number;
      return [step, ...names].join('\t');
    })
    .join('\n');
}

export function unpackNames(packed: string): SignNames[] {
  let number = 0;
  return packed.split('\n').map((line) => {
    const [step, ...names] = line.split('\t');
    number += Number(step);
    return { hpo: `HP:${String(number).padStart(7, '0')}`, names };
  });
}
