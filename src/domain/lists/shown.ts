import { findLetter } from '../alphabet.ts';
import { vocabularies } from '../vocabularies.ts';
import { isNarrowed, type Asked } from './asked.ts';
import { chipsHtml, countHtml, emptyHtml, exportsHtml, pagesHtml, wordsIn, yearsHtml } from './bar.ts';
import { namesIn, type ListAnswer, type ListFacts } from './list.ts';
import { rowsHtml } from './records.ts';

/** The parts of a list page that depend on what was asked for, by the names of their places on the page. */
export type Parts = Record<'count' | 'chips' | 'records' | 'exports', string>;

/** A filtered list, the same from the server (without any script) and in the browser. */
export function partsOf(
  facts: ListFacts,
  asked: Asked,
  answer: ListAnswer,
  today: (until: string) => string,
  whole?: number,
): Parts {
  const wordOf = wordsIn(answer.facets, (slug) => findLetter(slug)?.letter ?? slug);
  const drawing = {
    path: facts.path,
    paths: facts.paths,
    view: asked.view,
    names: namesIn(answer, vocabularies),
    today,
  };
  const records =
    answer.items.length > 0
      ? (asked.view === 'time' ? yearsHtml(facts, asked, answer) : '') +
        rowsHtml(facts.kind, answer.items, drawing) +
        pagesHtml(facts, asked, answer)
      : emptyHtml(facts, asked, answer, wordOf);
  return {
    count: countHtml(facts, answer.total, isNarrowed(asked) ? whole : undefined),
    chips: chipsHtml(facts, asked, wordOf),
    records,
    exports: exportsHtml(facts, asked),
  };
}
