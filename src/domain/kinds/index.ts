import { metaOf, type AnyRecord, type Kind } from './kind.ts';
import { clinicalCase } from './case.ts';
import { clinic } from './clinic.ts';
import { diagnostic } from './diagnostic.ts';
import { disease } from './disease.ts';
import { drug } from './drug.ts';
import { entitlement } from './entitlement.ts';
import { event } from './event.ts';
import { guideline } from './guideline.ts';
import { news } from './news.ts';
import { page } from './page.ts';
import { project } from './project.ts';
import { research } from './research.ts';
import { resource } from './resource.ts';

export * from './kind.ts';

export const kindsByName = {
  disease,
  drug,
  research,
  clinic,
  event,
  news,
  project,
  diagnostic,
  guideline,
  entitlement,
  resource,
  page,
  case: clinicalCase,
};
export type KindName = keyof typeof kindsByName;
/** Kinds with public lists; a table without one of them is a compile error. */
export type ListedKind = {
  [K in KindName]: (typeof kindsByName)[K] extends { readers: 'anyone'; keyedBy: 'id' | null } ? K : never;
}[KindName];

/** All kinds, in menu order. */
export const kinds: readonly Kind[] = Object.values(kindsByName);
export const publicKinds: readonly Kind[] = kinds.filter((kind) => kind.readers === 'anyone');

export function findKind(name: string): Kind | undefined {
  return Object.hasOwn(kindsByName, name) ? kindsByName[name as KindName] : undefined;
}

export function getKind(name: string): Kind {
  const kind = findKind(name);
  if (!kind) throw new Error(`No kind is called "${name}"`);
  return kind;
}

/** Fields for doctors only. */
export function closedFields(kind: Kind): string[] {
  return Object.entries(kind.fields.shape)
    .filter(([, field]) => metaOf(field).readers === 'doctors')
    .map(([name]) => name);
}

/** Whether a change of the field is reported: in letters, on «Сегодня», in the public history and in feeds. */
export function isNews(kind: Kind, field: string): boolean {
  const { readers, isQuiet } = metaOf(kind.fields.shape[field]);
  return readers !== 'doctors' && !isQuiet;
}

/** A record without closed fields. */
export function openPart(kind: Kind, record: AnyRecord): AnyRecord {
  const open = { ...record };
  for (const field of closedFields(kind)) delete open[field];
  return open;
}
