import { getKind } from '#domain/kinds/index.ts';
import type { StoredRecord } from '../catalogue/store.ts';
import { identityOf, type Current, type ImportedFields, type RecordDraft } from './draft.ts';
import { reconcile, type Held, type Kept, type Offer, type Reconciled } from './reconcile.ts';
import { fieldsOf, missingReason, referencesIn, type References } from './references.ts';
import type { Summary } from './summary.ts';

/** Effect of a draft on the catalogue; links are ids, including provisional ones. */
export interface MatchedDraft extends Reconciled {
  draft: RecordDraft;
  found: StoredRecord | undefined;
  offer: Offer;
}

interface MatchOptions {
  references: References;
  summary: Summary;
  /** Results of earlier lines about this record, if not stored yet. */
  earlier?: (draft: RecordDraft) => Held | undefined;
}

/**
 * Matches a batch of drafts with the catalogue, for the desk or for writing. Rejected rows, dropped links and
 * kept values go into the summary.
 */
export async function match(
  batch: readonly RecordDraft[],
  { references, summary, earlier }: MatchOptions,
): Promise<MatchedDraft[]> {
  const stored = await references.stored(batch);
  const offers = batch.map((draft) => {
    const found = stored.get(draft);
    const current = earlier?.(draft) ?? (found && heldIn(found));
    return { draft, found, current, offered: draft.fields(current) };
  });
  await references.lookUp(offers.flatMap(({ draft, offered }) => referencesIn(draft.kind, offered)));

  return offers.flatMap(({ draft, found, current, offered }) => {
    const reject = (reason: string) => {
      summary.reject(draft.line, reason);
      if (!current) references.forget(identityOf(draft));
      return [];
    };
    if (isAbsent(draft, current, summary)) {
      references.forget(identityOf(draft));
      return [];
    }
    const { fields, missing } = references.resolve(draft, offered);
    if (missing.length > 0 && !draft.looseLinks) return reject(missingReason(missing));
    for (const reference of missing) summary.note(leftOut, `${draft.external} → ${String(reference)}`);
    return [{ draft, found, ...reconcileDraft(draft, current, fields, summary) }];
  });
}

/** Whether a draft has no record and may not create one; reported. */
export function isAbsent(draft: RecordDraft, current: Current | undefined, summary: Summary): boolean {
  if (current || draft.mode === 'upsert') return false;
  const { external, title, line, absentReason } = draft;
  if (draft.mode === 'known') summary.note('такой записи в каталоге нет', external ?? title);
  else summary.reject(line, absentReason ?? `${external} в каталоге нет: сначала загрузите саму запись`);
  return true;
}

export function reconcileDraft(
  draft: RecordDraft,
  current: Held | undefined,
  fields: ImportedFields,
  summary: Summary,
): Reconciled & { offer: Offer } {
  const { kind, external, title, sources, shares, isUndated } = draft;
  const offer = { writer: summary.format, fields, sources, shares: new Set(shares), isUndated };
  const reconciled = reconcile(getKind(kind), current, offer);
  for (const { field, whose } of reconciled.kept)
    summary.note(keptNotes[whose], `${external ?? title}: ${field}`);
  return { offer, ...reconciled };
}

export const heldIn = (found: StoredRecord): Held => ({
  fields: fieldsOf(found),
  origins: found.origins,
  sources: found.record.sources,
});

export const leftOut = 'ссылка пропущена: такой записи нет';

const keptNotes: Record<Kept['whose'], string> = {
  editor: 'оставлено, потому что так написал редактор',
  records: 'оставлено, потому что так в стартовом каталоге',
  newer: 'оставлено, потому что в каталоге более новый выпуск',
};
