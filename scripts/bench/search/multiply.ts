import type { SearchRecord } from '#domain/search/index.ts';
import { randomNumbers } from './difficulties.ts';

/**
 * A larger catalogue, deterministic by size. Names of each copy are changed: the longest word and half of the
 * others come from other names or are joined from halves of two, so that the number of terms grows. Ids are
 * new, and only originals have rubrics, so that a query has one target.
 */
export function multiplied(records: readonly SearchRecord[], size: number): SearchRecord[] {
  const random = randomNumbers(size);
  const wordsOf = (pattern: RegExp) => [
    ...new Set(records.flatMap(({ title, synonyms }) => [title, ...synonyms].join(' ').match(pattern) ?? [])),
  ];
  const russian = wordsOf(/[а-яё]{5,}/gi);
  const latin = wordsOf(/[a-z]{5,}/gi);
  const another = (word: string) => {
    const words = /[а-яё]/i.test(word) ? russian : latin;
    const pick = () => words[Math.floor(random() * words.length)]!;
    if (random() < 0.75) return pick();
    const [one, other] = [pick(), pick()];
    return one.slice(0, one.length >> 1) + other.slice(other.length >> 1);
  };
  const changed = (name: string, copy: number) => {
    const words = name.match(/\p{L}{4,}/gu) ?? [];
    if (words.length === 0) return `${name}${copy}`;
    const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
    return name.replace(/\p{L}{4,}/gu, (word) => (word === longest || random() < 0.5 ? another(word) : word));
  };
  const larger = [...records];
  for (let copy = 1; larger.length < size; copy++) {
    for (const record of records) {
      if (larger.length >= size) break;
      larger.push({
        ...record,
        id: record.id + copy * 10_000_000,
        title: changed(record.title, copy),
        synonyms: record.synonyms.map((name) => changed(name, copy)),
        codes: record.codes.filter((code) => /^(ORPHA|OMIM):/.test(code)).map((code) => `${code}${copy}`),
        importance: 0,
      });
    }
  }
  return larger;
}
