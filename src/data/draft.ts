import { cardOf, getKind, withComputed, type AnyRecord } from '#domain/kinds/index.ts';
import { pickFields } from './reading/records.ts';
import type { Replica } from './replica.ts';

/** A view of the replica with one record replaced; the replica does not change. */
export function withDraft(snapshot: Replica, written: AnyRecord): Replica {
  const kind = getKind(written.kind);
  const draft = withComputed(kind, written);
  const isDraft = (name: string, id: number) => name === kind.name && id === draft.id;
  return {
    ...snapshot,
    record: (name, id) => (isDraft(name, id) ? draft : snapshot.record(name, id)),
    fields: (name, id, names) =>
      isDraft(name, id) ? pickFields(draft, names) : snapshot.fields(name, id, names),
    recordByCode: (name, code) =>
      name === kind.name && draft['code'] === code ? draft : snapshot.recordByCode(name, code),
    card: (name, id) => (isDraft(name, id) ? cardOf(kind, draft) : snapshot.card(name, id)),
  };
}
