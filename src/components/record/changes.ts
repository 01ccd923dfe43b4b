import { getFields, lastChanged } from '#data/catalogue.ts';
import { publicKinds, type AnyCard, type Edit, type Kind, type KindName } from '#domain/kinds/index.ts';

/** A day on which a record changed. */
export interface RecordChange {
  kind: Kind;
  card: AnyCard;
  edit: Edit;
}

/** The past of a record that readers may know, the latest day first; a record that was never changed has none. */
export function historyOf(kind: Kind, { id }: Pick<AnyCard, 'id'>): Edit[] {
  // It is no field of a kind: every record carries it.
  const found: { history?: Edit[] } | undefined = getFields(kind.name as KindName, id, ['history' as never]);
  return found?.history ?? [];
}

/** What has changed last among so many records of each kind, the latest first; what an import brought is no change. */
export const lastChanges = (ofEach: number): RecordChange[] =>
  publicKinds
    .flatMap((kind) =>
      (lastChanged(kind.name as KindName, ofEach) as AnyCard[]).flatMap((card) =>
        historyOf(kind, card).map((edit) => ({ kind, card, edit })),
      ),
    )
    .toSorted((one, other) => (one.edit.at < other.edit.at ? 1 : one.edit.at > other.edit.at ? -1 : 0));

/** Changes of one kind in one month: those that changed something, and those that are new. */
export interface MonthOfKind {
  kind: Kind;
  changed: RecordChange[];
  published: RecordChange[];
}

/** By month (2026-11), the latest first, and by kind in the order of the portal. */
export function byMonth(changes: readonly RecordChange[]): { month: string; kinds: MonthOfKind[] }[] {
  const months = Map.groupBy(changes, ({ edit }) => edit.at.slice(0, 7));
  return [...months].map(([month, ofMonth]) => ({
    month,
    kinds: publicKinds.flatMap((kind) => {
      const own = ofMonth.filter((change) => change.kind === kind);
      const changed = own.filter(({ edit }) => edit.fields.length > 0);
      const published = own.filter(({ edit }) => edit.fields.length === 0);
      return own.length > 0 ? [{ kind, changed, published }] : [];
    }),
  }));
}
