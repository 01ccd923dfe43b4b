import type { CaseSection } from '#domain/cases.ts';
import { monthsOf, numberOf } from '#domain/series.ts';
import type { CaseContent } from './cases.ts';

/** A place of the text by its path: `timeline.2.text`. */
interface Passage {
  path: string;
  section: CaseSection;
  text: string;
}

/**
 * Every text of a case that readers will see and that may hold personal data; literature names its authors rightly, and
 * titles of signs are those of the list, whatever was sent (server/cases/signs.ts). The browser looks at these while they
 * are typed, the server once more before they are sent.
 */
export function passagesOf(content: CaseContent): Passage[] {
  const passages: Passage[] = [];
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
    // A date in the place of an age would be personal; ages and numbers are none.
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
