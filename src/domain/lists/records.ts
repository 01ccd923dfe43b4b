import type { ListedKind } from '../kinds/index.ts';
import type { View } from './asked.ts';
import type { Card, Names } from './list.ts';
import { clinicRows } from './rows/clinic.ts';
import { diseaseRows } from './rows/disease.ts';
import { drugRows } from './rows/drug.ts';
import { entitlementRows } from './rows/entitlement.ts';
import { eventRows } from './rows/event.ts';
import { guidelineRows } from './rows/guideline.ts';
import { newsRows } from './rows/news.ts';
import { researchRows } from './rows/research.ts';
import { diagnosticRows, projectRows, resourceRows } from './rows/whole.ts';

/** What rows are drawn with beside the cards. */
export interface Drawing {
  path: string;
  paths: Readonly<Record<string, string>>;
  view: View;
  names: Names;
  /** The day, 2026-11-22; asked for only where a term may have run out, and told which. */
  today: (until: string) => string;
}

/** The rows of a list as HTML, the same on a published page, from the server and in the browser. */
export type Rows<C> = (cards: readonly C[], drawing: Drawing) => string;

const rows = {
  disease: diseaseRows,
  drug: drugRows,
  research: researchRows,
  clinic: clinicRows,
  event: eventRows,
  news: newsRows,
  project: projectRows,
  diagnostic: diagnosticRows,
  guideline: guidelineRows,
  entitlement: entitlementRows,
  resource: resourceRows,
} satisfies Record<ListedKind, Rows<never>>;

/** Ways of showing beside the list. */
const moreViews: Readonly<Partial<Record<string, readonly View[]>>> = {
  disease: ['list', 'table'],
  research: ['list', 'table', 'time'],
  clinic: ['list', 'table'],
  diagnostic: ['list', 'table'],
} satisfies Partial<Record<ListedKind, readonly View[]>>;
export const viewsOf = (kind: string): readonly View[] => moreViews[kind] ?? ['list'];

export function rowsHtml(kind: string, cards: readonly Card[], drawing: Drawing): string {
  const draw = (rows as Record<string, Rows<never> | undefined>)[kind];
  if (!draw) throw new Error(`No rows are drawn for the kind "${kind}"`);
  // The answer for a kind holds cards of that kind: the API has written them by its schema.
  return draw(cards as readonly never[], drawing);
}
