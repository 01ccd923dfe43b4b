import { findDates } from './dates.ts';
import type { PersonalFinding, FindingKind, PatientDates, TextSpan } from './finding.ts';
import { findInstitutions } from './institutions.ts';
import { findMarks } from './marks.ts';
import { findNames } from './names.ts';
import { findNumbers, findRecordNumbers } from './numbers.ts';
import { findOffices } from './offices.ts';
import { findOnline } from './online.ts';
import { findPlaces } from './places.ts';
import { suggest } from './suggestions.ts';
import { tokenise } from './tokens.ts';

/** Priority of findings at one place. */
const order: FindingKind[] = [
  'email',
  'account',
  'snils',
  'policy',
  'document',
  'phone',
  'date',
  'institution',
  'address',
  'record',
  'role',
  'name',
  'patronymic',
];

/** Finds what may identify the patient and suggests replacements. */
export function findPersonalData(text: string, patient: PatientDates = {}): PersonalFinding[] {
  const tokens = tokenise(text);
  const spans: TextSpan[] = [
    ...findOnline(text),
    ...findMarks(text),
    ...findNumbers(text),
    ...findRecordNumbers(text),
    ...findDates(text),
    ...findInstitutions(text),
    ...findOffices(text),
    ...findPlaces(text),
    ...findNames(tokens, text),
  ];
  const chosen = withoutOverlaps(spans);
  return suggest(chosen, { text, tokens, patient });
}

/** Of overlapping findings the longer wins, of equal ones the more certain kind. */
function withoutOverlaps(spans: readonly TextSpan[]): TextSpan[] {
  const ranked = spans.toSorted(
    (one, other) =>
      one.start - other.start || other.end - one.end || order.indexOf(one.kind) - order.indexOf(other.kind),
  );
  const kept: TextSpan[] = [];
  for (const span of ranked) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) {
      kept.push(span);
      continue;
    }
    const isLonger = span.end - span.start > last.end - last.start;
    const isSurer = order.indexOf(span.kind) < order.indexOf(last.kind);
    if (isLonger && isSurer) kept[kept.length - 1] = span;
    else if (span.end > last.end && last.kind === span.kind) last.end = span.end;
  }
  return kept;
}
