import { fragmentOf } from '#domain/signs/choice.ts';
import rarities from './sign-rarity.json' with { type: 'json' };
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

/** The most frequent first, rare signs before common ones, then by name; excluded signs last. */
export function sortSigns<S extends Sign>(signs: readonly S[]): S[] {
  return signs
    .map((sign) => ({
      sign,
      // Terms that have no Russian name yet close their group.
      rank: order.indexOf(sign.frequency) * 2 + (sign.label ? 0 : 1),
      rarity: rarityOf(sign),
      name: nameOf(sign),
    }))
    .sort(
      (a, b) => a.rank - b.rank || b.rarity - a.rarity || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    )
    .map(({ sign }) => sign);
}

export const nameOf = (sign: Sign) => sign.label ?? sign.label_en;

/** Whether the Russian label is an unreviewed translation. */
export const isUnchecked = (sign: Sign) =>
  sign.label !== undefined && (sign.label_status === 'translated' || sign.label_status === 'unsure');

/** So many signs are enough for the aid to know a disease by, and for a reader to think of it. */
const mostToldOn = 8;

/** The most telling signs, most telling first: criteria, then by frequency × rarity among diseases. */
export function telling<S extends Sign>(signs: readonly S[]): S[] {
  const isCriterion = ({ criterion }: Sign) => Number(criterion !== undefined);
  const weightOf = (sign: Sign) => {
    const { from, to } = sign.frequency ? frequency[sign.frequency] : unknownShare;
    return (from + to) * (rarityOf(sign) + rarityOffset);
  };
  const chosen = sortSigns(signs)
    .filter(({ frequency: share, criterion }) => share !== 'excluded' && criterion !== 'exclusion')
    .toSorted((one, other) => isCriterion(other) - isCriterion(one) || weightOf(other) - weightOf(one));
  return chosen.slice(0, mostToldOn);
}
const unknownShare = { from: 5, to: 29 };
/** Keeps frequent signs before rare ones that few patients have. */
const rarityOffset = 8;

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

/** Codes of HPO from the steps between their numbers. */
function unpack(steps: string): string[] {
  let number = 0;
  return steps.split(' ').map((step) => `HP:${String((number += parseInt(step, 36))).padStart(7, '0')}`);
}
let systemsByCode: Map<string, System> | undefined;
const readSystems = () =>
  new Map(systemOrder.flatMap((system) => unpack(packed[system]).map((code) => [code, system])));

let rarityByCode: Map<string, number> | undefined;
/** Rarity of a sign among diseases: about one disease in 2ⁿ has it. An unknown sign counts as usual. */
function rarityOf({ hpo }: Sign): number {
  rarityByCode ??= new Map(
    rarities.flatMap((steps, rarity) => (steps ? unpack(steps).map((code) => [code, rarity] as const) : [])),
  );
  return Math.min(rarityByCode.get(hpo) ?? usualRarity, maxRarity);
}
const usualRarity = 6;
/** Signs of few diseases are alike: one of them may owe its rarity to its wording. */
const maxRarity = 9;

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
