import type { disorderType, tier } from './vocabularies.ts';

/** How much a record of a disease tells: its own Russian text, facts of Orphanet alone, or names and codes. */
type Tier = keyof typeof tier;

/** Texts that somebody has written in Russian for this record. */
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

/** What Orphanet says of a disease beside its names, codes and place in the classification. */
const facts = [
  'inheritance',
  'onset',
  'prevalence',
  'genes',
  'signs',
  'consequences',
  'definition_en',
] as const;

/** A record of a disease, whole or as it is written. */
type Fields = Readonly<Partial<Record<(typeof texts | typeof facts)[number] | 'type', unknown>>>;

export function tierOf(disease: Fields): Tier {
  const has = (field: (typeof texts | typeof facts)[number]) => {
    const value = disease[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  return texts.some(has) ? 'full' : facts.some(has) ? 'orphanet' : 'brief';
}

/** Entities of Orphanet that unite diseases: places of the classification, no diagnoses. */
export const groupTypes = ['clinical-group', 'category'] as const satisfies (keyof typeof disorderType)[];
export const isGroup = (type: unknown): boolean => groupTypes.some((one) => one === type);

/**
 * A disease of which nothing but names and codes is known helps nobody who comes from a search engine: its page says
 * `noindex` and stands in no sitemap. A group tells at least what it unites.
 */
export const isThin = (disease: Fields): boolean => tierOf(disease) === 'brief' && !isGroup(disease.type);
