import { fragmentOf } from '#domain/signs/choice.ts';
import packed from './sign-systems.json' with { type: 'json' };
import { systemOrder, systems, type System } from './sign-systems.ts';
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

/** Whether the Russian label is an unreviewed translation. */
export const isUnchecked = (sign: Sign) =>
  sign.label !== undefined && (sign.label_status === 'translated' || sign.label_status === 'unsure');

/** So many signs are enough for the aid to know a disease by, and for a reader to think of it. */
const mostToldOn = 8;

/** The signs that tell most of the disease: its criteria, then what most patients have. */
export function telling<S extends Sign>(signs: readonly S[]): S[] {
  const isCriterion = ({ criterion }: Sign) => Number(criterion !== undefined);
  const chosen = sortSigns(signs)
    .filter(({ frequency: share, criterion }) => share !== 'excluded' && criterion !== 'exclusion')
    .toSorted((one, other) => isCriterion(other) - isCriterion(one));
  return chosen.slice(0, mostToldOn);
}

/** Address of the aid with these signs; undefined where none is specific. */
export function aidAddress(signs: readonly Sign[]): string | undefined {
  const named = telling(signs).map(({ hpo }) => ({ hpo, presence: 'yes' as const }));
  return named.length > 0 ? `/diagnostics/signs/${fragmentOf({ signs: named, compared: [] })}` : undefined;
}

/** «80–99 %», «100 %»; nothing where the frequency is not known. */
export function shareOf(name: Frequency | undefined): string {
  if (!name) return '';
  const { from, to } = frequency[name];
  return from === to ? `${from} %` : `${from}–${to} %`;
}

const codeOf = (number: number) => `HP:${String(number).padStart(7, '0')}`;
let systemsByCode: Map<string, System> | undefined;

/** The file keeps, of each system, the steps from one number of HPO to the next. */
function readSystems(): Map<string, System> {
  const found = new Map<string, System>();
  for (const system of systemOrder) {
    let number = 0;
    for (const step of packed[system].split(' ')) found.set(codeOf((number += parseInt(step, 36))), system);
  }
  return found;
}

/** Signs by system of organs, the most frequent of each first; those of no system come last. */
export function bySystem<S extends Sign>(signs: readonly S[]): { title: string; signs: S[] }[] {
  systemsByCode ??= readSystems();
  const known = systemsByCode;
  const sorted = sortSigns(signs);
  const groups = systemOrder.map((system) => ({
    title: systems[system] as string,
    signs: sorted.filter(({ hpo }) => known.get(hpo) === system),
  }));
  const rest = { title: 'Другие признаки', signs: sorted.filter(({ hpo }) => !known.has(hpo)) };
  return [...groups, rest].filter((group) => group.signs.length > 0);
}

/** Signs of one frequency in a row belong together. */
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
