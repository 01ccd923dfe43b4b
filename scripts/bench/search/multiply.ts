import type { SearchRecord } from '#domain/search/index.ts';
import { randomNumbers } from './difficulties.ts';

/**
 * The catalogue made larger: each further copy of a record has other words of the catalogue in the place of some of its
 * own, and new words made of the halves of two, so that the number of terms grows, too. The same for the same size.
 */
export function multiplied(records: readonly SearchRecord[], size: number): SearchRecord[] {
  const random = randomNumbers(size);
  const words = [...new Set(records.flatMap(({ title }) => title.match(/[а-яё]{6,}/gi) ?? []))];
  const pick = () => words[Math.floor(random() * words.length)]!;
  const newWord = () => {
    const [one, other] = [pick(), pick()];
    return one.slice(0, one.length >> 1) + other.slice(other.length >> 1);
  };
  const changed = (name: string) =>
    name.replace(/[а-яё]{6,}/gi, (word) => (random() < 0.5 ? word : random() < 0.25 ? newWord() : pick()));
  const larger: SearchRecord[] = records.slice(0, size);
  for (let copy = 1; larger.length < size; copy++) {
    for (const record of records) {
      if (larger.length >= size) break;
      larger.push({
        ...record,
        id: record.id + copy * 10_000_000,
        title: changed(record.title),
        synonyms: record.synonyms.map(changed),
        codes: record.codes.map((code) => (/^(ORPHA|OMIM):/.test(code) ? code + copy : code)),
      });
    }
  }
  return larger;
}
