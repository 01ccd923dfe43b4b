import type { RecordFor } from '#data/catalogue.ts';
import { addressOf, kindsByName } from '#domain/kinds/index.ts';

/** What cannot wait, as pages and cards tell it; nothing where no source bears it. */
export interface Urgent {
  when: readonly string[];
  actions: readonly string[];
  avoid: readonly string[];
  tell: string | undefined;
  sources: RecordFor<'disease'>['sources'];
}

export function urgentOf({
  emergency,
  sources,
}: Pick<RecordFor<'disease'>, 'emergency' | 'sources'>): Urgent | undefined {
  const bearing = sources.filter(({ fields }) => fields.includes('emergency'));
  if (!emergency || bearing.length === 0) return undefined;
  return { ...emergency, tell: emergency.tell, sources: bearing };
}

/** «ORPHA:355 · МКБ-10 E75.2» */
export function sayCodes({ orpha, icd10 }: Pick<RecordFor<'disease'>, 'orpha' | 'icd10'>): string {
  const named = icd10
    .map(({ code }) => code)
    .slice(0, 6)
    .join(', ');
  return [orpha && `ORPHA:${orpha}`, named && `МКБ-10 ${named}`].filter(Boolean).join(' · ');
}

/** Address of the patient's leaflet; undefined for a disease without texts. */
export const leafletOf = (id: number): string => `${addressOf(kindsByName.disease, { id })}leaflet/`;
