import { fragmentOf } from '#domain/signs/choice.ts';
import { frequency } from '#domain/vocabularies.ts';

type Frequency = keyof typeof frequency;
export interface Sign {
  hpo: string;
  label?: string | undefined;
  label_status?: string | undefined;
  label_en: string;
  frequency?: Frequency | undefined;
  criterion?: keyof typeof criteria | undefined;
}

/** What a sign is worth for the diagnosis, as Orphanet says. */
export const criteria = {
  diagnostic: 'критерий диагноза',
  pathognomonic: 'патогномоничный признак',
  exclusion: 'исключает диагноз',
} as const;

const order: readonly (Frequency | undefined)[] = [
  'obligate',
  'very-frequent',
  'frequent',
  'occasional',
  'very-rare',
  undefined,
  'excluded',
];

/** The most frequent first, then by name; signs that never occur stand last. */
export function sortSigns<S extends Sign>(signs: readonly S[]): S[] {
  return signs
    .map((sign) => ({
      sign,
      // Terms that have no Russian name yet close their group.
      rank: order.indexOf(sign.frequency) * 2 + (sign.label ? 0 : 1),
      name: nameOf(sign),
    }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ sign }) => sign);
}

export const nameOf = (sign: Sign) => sign.label ?? sign.label_en;

/** Whether the Russian label is a translation that nobody has checked. */
export const isUnchecked = (sign: Sign) =>
  sign.label !== undefined && (sign.label_status === 'translated' || sign.label_status === 'unsure');

/** So many signs are enough for the aid to know a disease by. */
const mostToldOn = 8;

/** The aid by signs with the signs that tell most of the disease: its criteria, then what most patients have; nothing where none speaks for it. */
export function aidAddress(signs: readonly Sign[]): string | undefined {
  const speaking = sortSigns(signs).filter(
    ({ frequency: share, criterion }) => share !== 'excluded' && criterion !== 'exclusion',
  );
  const isCriterion = ({ criterion }: Sign) => Number(criterion !== undefined);
  const told = speaking
    .toSorted((one, other) => isCriterion(other) - isCriterion(one))
    .slice(0, mostToldOn)
    .map(({ hpo }) => ({ hpo, presence: 'yes' as const }));
  return told.length > 0 ? `/diagnostics/signs/${fragmentOf({ signs: told, compared: [] })}` : undefined;
}

/** «80–99 %», «100 %»; nothing where the frequency is not known. */
export function shareOf(name: Frequency | undefined): string {
  if (!name) return '';
  const { from, to } = frequency[name];
  return from === to ? `${from}\u00a0%` : `${from}–${to}\u00a0%`;
}

/** What does not fit into the table, one group per frequency, in the same order. */
export function groupsOf<S extends Sign>(
  signs: readonly S[],
): { frequency: Frequency | undefined; signs: S[] }[] {
  const groups: { frequency: Frequency | undefined; signs: S[] }[] = [];
  for (const sign of signs) {
    const last = groups.at(-1);
    if (last && last.frequency === sign.frequency) last.signs.push(sign);
    else groups.push({ frequency: sign.frequency, signs: [sign] });
  }
  return groups;
}
