import type { disorderType, tier } from './vocabularies.ts';

/** Tier of a disease: Russian text, Orphanet facts only, or names and codes. */
type Tier = keyof typeof tier;

/** Fields with Russian text. */
const texts = [
  'plain',
  'about',
  'emergency',
  'suspect',
  'signs_text',
  'differential',
  'diagnosis',
  'therapy',
  'monitoring',
  'prognosis',
  'family',
  'living',
  'route',
] as const;

/** Fields with Orphanet facts. */
const facts = [
  'inheritance',
  'onset',
  'prevalence',
  'genes',
  'signs',
  'consequences',
  'definition_en',
] as const;

type Fields = Readonly<Partial<Record<(typeof texts | typeof facts)[number] | 'type', unknown>>>;

export function tierOf(disease: Fields): Tier {
  const has = (field: (typeof texts | typeof facts)[number]) => {
    const value = disease[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  return texts.some(has) ? 'full' : facts.some(has) ? 'orphanet' : 'brief';
}

/** Orphanet entities that group diseases. */
export const groupTypes = ['clinical-group', 'category'] as const satisfies (keyof typeof disorderType)[];
export const isGroup = (type: unknown): boolean => groupTypes.some((one) => one === type);

/**
 * A disease with only names and codes gets `noindex` and is not in the sitemap. A group at least lists its
 * diseases.
 */
export const isThin = (disease: Fields): boolean => tierOf(disease) === 'brief' && !isGroup(disease.type);
