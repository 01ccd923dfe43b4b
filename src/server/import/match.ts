import { getKind, type Kind } from '#domain/kinds/index.ts';
import type { StoredRecord } from '../catalogue/store.ts';
import { identityOf, type Current, type ImportedFields, type RecordDraft } from './draft.ts';
import { reconcile, type Kept, type Offer, type Reconciled } from './reconcile.ts';
import { fieldsOf, missingReason, referencesIn, type References } from './references.ts';
import type { Summary } from './summary.ts';

/** What a draft of a file would do to the catalogue; links lead to numbers, promised ones included. */
export interface MatchedDraft extends Reconciled {
  draft: RecordDraft;
  found: StoredRecord | undefined;
  offer: Offer;
}

type Held = Parameters<typeof reconcile>[1];

interface MatchOptions {
  references: References;
  summary: Summary;
  /** What earlier lines of the same file have made of the record of this draft, where that is not yet stored. */
  earlier?: (draft: RecordDraft) => Held;
  /** Why a file of anonymous visitors may not say this. */
  refuse?: (kind: Kind, fields: Readonly<ImportedFields>) => string | undefined;
}

/**
 * Settles a batch of drafts with the catalogue, whether they are then shown at the desk or written at once. What goes
 * no further is told in the summary: rows rejected, references left out, words that the catalogue keeps.
 */
export async function match(
  batch: readonly RecordDraft[],
  { references, summary, earlier, refuse }: MatchOptions,
): Promise<MatchedDraft[]> {
  const stored = await references.stored(batch);
  const offers = batch.map((draft) => {
    const found = stored.get(draft);
    const current: Held = earlier?.(draft) ?? (found && heldIn(found));
    return { draft, found, current, said: draft.fields(current) };
  });
  await references.lookUp(offers.flatMap(({ draft, said }) => referencesIn(draft.kind, said)));

  return offers.flatMap(({ draft, found, current, said }) => {
    const reject = (reason: string) => {
      summary.reject(draft.line, reason);
      if (!current) references.forget(identityOf(draft));
      return [];
    };
    if (!current && draft.mode === 'known') {
      summary.note('такой записи в каталоге нет', draft.external ?? draft.title);
      return [];
    }
    if (!current && draft.mode === 'update')
      return reject(draft.absentReason ?? `${draft.external} в каталоге нет: сначала загрузите саму запись`);
    const { fields, missing } = references.resolve(draft, said);
    if (missing.length > 0 && !draft.looseLinks) return reject(missingReason(missing));
    for (const reference of missing) summary.note(leftOut, `${draft.external} → ${reference}`);
    const kind = getKind(draft.kind);
    const strange = refuse?.(kind, fields);
    if (strange) return reject(strange);
    const offer = offerOf(draft, summary.format, fields);
    const reconciled = reconcile(kind, current, offer);
    for (const { field, whose } of reconciled.kept)
      summary.note(keptNotes[whose], `${draft.external ?? draft.title}: ${field}`);
    return [{ draft, found, offer, ...reconciled }];
  });
}

const heldIn = (found: StoredRecord): Current & { sources: StoredRecord['record']['sources'] } => ({
  fields: fieldsOf(found),
  origins: found.origins,
  sources: found.record.sources,
});

/** What the draft offers to the catalogue. */
export const offerOf = (draft: RecordDraft, writer: string, fields: ImportedFields): Offer => ({
  writer,
  fields,
  sources: draft.sources,
  replaces: new Set(draft.replaces),
  shares: new Set(draft.shares),
  isUndated: draft.isUndated ?? false,
});

/** Noted of a reference whose record is not there. */
export const leftOut = 'ссылка пропущена: такой записи нет';

const keptNotes: Record<Kept['whose'], string> = {
  editor: 'оставлено, потому что так написал редактор',
  records: 'оставлено, потому что так в стартовом каталоге',
  newer: 'оставлено, потому что в каталоге более новый выпуск',
};
