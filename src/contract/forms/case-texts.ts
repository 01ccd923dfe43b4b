import type { CaseSection } from '#domain/cases.ts';
import { monthsOf, numberOf } from '#domain/series.ts';
import type { CaseContent } from './cases.ts';

/**
 * Every text of a case, with its path such as `timeline.2.text`, that readers see and that may hold personal data. Literature names authors
 * legitimately, and sign titles come from the list (server/cases/signs.ts). The browser checks these while
 * typing, the server before submission.
 */
export function passagesOf(content: CaseContent) {
  const passages: { section: CaseSection; path: string; text: string }[] = [];
  const add = (section: CaseSection, path: string, text: string) => {
    if (text !== '') passages.push({ section, path, text });
  };
  for (const name of [
    'title',
    'suspected',
    'complaint',
    'history',
    'findings',
    'therapy',
    'outcome',
    'discussion',
    'question',
  ] as const)
    add(name, name, content[name]);
  content.signs.forEach((sign, index) => add('signs', `signs.${index}.note`, sign.note));
  content.tests.forEach((test, index) => {
    for (const key of ['title', 'value', 'unit', 'reference', 'when', 'note'] as const)
      add('tests', `tests.${index}.${key}`, test[key]);
  });
  content.series.forEach((series, index) => {
    for (const key of ['title', 'unit', 'laboratory'] as const)
      add('series', `series.${index}.${key}`, series[key]);
    // A date instead of an age would be personal; ages and numbers are not.
    series.points.forEach(({ age, value }, row) => {
      const place = `series.${index}.points.${row}`;
      if (monthsOf(age) === undefined) add('series', `${place}.age`, age);
      if (numberOf(value) === undefined) add('series', `${place}.value`, value);
    });
  });
  content.genes.forEach(({ note }, index) => add('genes', `genes.${index}.note`, note));
  content.timeline.forEach((step, index) => {
    for (const key of ['when', 'title', 'text'] as const)
      add('timeline', `timeline.${index}.${key}`, step[key]);
  });
  content.figures.forEach((figure, index) => {
    for (const key of ['caption', 'alt'] as const) add('figures', `figures.${index}.${key}`, figure[key]);
  });
  content.keywords.forEach((word, index) => add('keywords', `keywords.${index}`, word));
  return passages;
}
