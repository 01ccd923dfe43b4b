/** Russian words for signs: what the chips show and what the reader of notes looks for. Pure. */

/** A sign and all that is said for it; the first name is its label. */
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
 * `hpo-signs-ru.tsv` with the words of wards and families from `sign-words.tsv`, each name once, in the order of numbers.
 * What the latter gives to one sign is no synonym of another.
 */
export function joinNames(labels: string, words: string): SignNames[] {
  const said = new Map(rowsOf(words).map(([hpo = '', names = '']) => [hpo, split(names)]));
  const given = new Set([...said.values()].flat().map(folded));
  return rowsOf(labels).map(([hpo = '', label = '', synonyms = '']) => {
    const others = split(synonyms).filter((name) => !given.has(folded(name)));
    return { hpo, names: [...new Set([label, ...(said.get(hpo) ?? []), ...others])] };
  });
}

const folded = (name: string) => name.toLowerCase().replaceAll('ё', 'е');

const rowsOf = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** As they travel to the browser: a line a sign, the step from the number before, then the names, parted by tabs. */
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
