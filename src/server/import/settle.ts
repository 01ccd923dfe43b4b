import type { Fields, RecordDraft } from './draft.ts';
import type { Kept, Offer } from './reconcile.ts';
import { missingReason } from './references.ts';
import type { Summary } from './summary.ts';

/** What becomes of one draft of a file, whether the file is compared at the desk or written at once. */

interface Telling {
  summary: Summary;
  /** Leaves the draft out, with the reason. */
  reject(reason: string): void;
}

/** Whether the draft goes no further because its record is not there and it may make none; told here. */
export function isOfNobody(draft: RecordDraft, isKnown: boolean, { summary, reject }: Telling): boolean {
  if (isKnown || draft.mode === 'upsert') return false;
  if (draft.mode === 'known') summary.note('такой записи в каталоге нет', draft.external ?? draft.title);
  else reject(draft.absentReason ?? `${draft.external} в каталоге нет: сначала загрузите саму запись`);
  return true;
}

/** Whether the draft goes no further because it refers to what is not there; told here, as are references left out. */
export function isUnlinked(
  draft: RecordDraft,
  missing: readonly string[],
  { summary, reject }: Telling,
): boolean {
  if (missing.length > 0 && !draft.looseLinks) {
    reject(missingReason(missing));
    return true;
  }
  for (const reference of missing)
    summary.note('ссылка пропущена: такой записи нет', `${draft.external} → ${reference}`);
  return false;
}

/** What the draft offers to the catalogue. */
export const offerOf = (draft: RecordDraft, writer: string, fields: Fields): Offer => ({
  writer,
  fields,
  sources: draft.sources,
  replaces: new Set(draft.replaces),
  shares: new Set(draft.shares),
  isUndated: draft.isUndated ?? false,
});

const keptNotes = {
  editor: 'оставлено, потому что так написал редактор',
  records: 'оставлено, потому что так в стартовом каталоге',
  newer: 'оставлено, потому что в каталоге более новый выпуск',
} as const;

/** Tells what the file says otherwise and the catalogue keeps. */
export function noteKept(draft: RecordDraft, kept: readonly Kept[], summary: Summary): void {
  for (const { field, whose } of kept)
    summary.note(keptNotes[whose], `${draft.external ?? draft.title}: ${field}`);
}
