import type { Prevalence } from '../record/prevalence.ts';
import { prevalenceClass } from '#domain/vocabularies.ts';

/** Article 44 of the Russian law on health care: an orphan disease has at most 10 cases per 100,000. */
export const orphanThreshold = 10;

/** The axis runs from 1 in 10 million to 1 in 1,000, all per 100,000. */
const lowest = 0.01;
const highest = 100;
const axis = { from: 4, to: 296 } as const;

/** Where a value per 100,000 stands on the logarithmic axis; what lies outside stays at its end. */
export function placeOnAxis(per100000: number): number {
  const kept = Math.min(highest, Math.max(lowest, per100000));
  const share = Math.log10(kept / lowest) / Math.log10(highest / lowest);
  return round(axis.from + share * (axis.to - axis.from));
}

/** The bar of a prevalence: its class, or its figure as a thin mark; `undefined` when it is a count of cases. */
export function barOf(
  prevalence: Prevalence,
): { x: number; width: number; isOpen: 'start' | 'end' | null } | undefined {
  const range = rangeOf(prevalence);
  if (!range) return undefined;
  const x = placeOnAxis(range.from);
  const width = round(placeOnAxis(range.to) - x);
  const isOpen = range.from < lowest ? 'start' : range.to > highest ? 'end' : null;
  if (width >= 6) return { x, width, isOpen };
  return { x: Math.min(Math.max(axis.from, round(x - 3)), axis.to - 6), width: 6, isOpen };
}

function rangeOf({ type, class: name, figure }: Prevalence): { from: number; to: number } | undefined {
  if (type === 'cases') return undefined;
  if (name) return prevalenceClass[name];
  return figure !== undefined && figure > 0 ? { from: figure, to: figure } : undefined;
}

const round = (value: number) => Math.round(value * 10) / 10;
