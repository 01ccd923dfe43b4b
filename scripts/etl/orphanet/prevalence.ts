import { placeInRussian } from '#server/import/places.ts';
import type { Disease } from '#server/import/disease.ts';
import { prevalenceClasses, prevalenceTypes, prevalenceUnits } from './vocabulary.ts';

export type OrphanetPrevalence = Disease['prevalence'][number];

/** An entry in the wording of a release. */
interface PrevalenceWords {
  type: string | undefined;
  class: string | undefined;
  /** Unit of a count: people or families. */
  unit: string | undefined;
  figure: string | undefined;
  place: string | undefined;
  source: string | undefined;
  validated?: boolean;
}

/** Parses an entry; undefined without a known type or a place. */
export function prevalenceEntry(words: PrevalenceWords): OrphanetPrevalence | undefined {
  const type = prevalenceTypes.find(words.type);
  if (!type || words.place === undefined) return undefined;
  return inOrder({
    type,
    class: prevalenceClasses.find(words.class),
    figure: figureOf(words.figure),
    unit: type === 'cases' ? prevalenceUnits.find(words.unit) : undefined,
    place: placeInRussian(words.place),
    source: sourceOf(words.source),
    validated: words.validated,
  });
}

/** Whether an entry has more than type and place. */
export const isInformative = (entry: OrphanetPrevalence): boolean =>
  entry.class !== undefined || entry.figure !== undefined;

/** Canonical key order, without absent ones. */
export const inOrder = ({
  type,
  class: name,
  figure,
  unit,
  place,
  source,
  validated,
}: { [Key in keyof OrphanetPrevalence]: OrphanetPrevalence[Key] | undefined } & Pick<
  OrphanetPrevalence,
  'type' | 'place'
>): OrphanetPrevalence => ({
  type,
  ...(name ? { class: name } : {}),
  ...(figure === undefined ? {} : { figure }),
  ...(unit ? { unit } : {}),
  place,
  ...(source ? { source } : {}),
  ...(validated === undefined ? {} : { validated }),
});

/** `11389160[PMID]_9689990[PMID]_ [EXPERT]` → `PMID 11389160, PMID 9689990, мнение эксперта`. */
function sourceOf(value: string | undefined): string | undefined {
  const parts = (value ?? '').split('_').map((part) => part.trim());
  const named = parts.map((part) => {
    const pmid = /^(\d+)\s*\[PMID\]$/.exec(part)?.[1];
    if (pmid) return `PMID ${pmid}`;
    if (/^\[?EXPERT\]?$/i.test(part)) return 'мнение эксперта';
    return part === 'ORPHANET' ? 'Orphanet' : part;
  });
  return (
    named
      .filter((part) => part !== '')
      .join(', ')
      .slice(0, 1000) || undefined
  );
}

/** Zero means an unknown mean in these files. */
function figureOf(value: string | undefined): number | undefined {
  const figure = value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(figure) && figure > 0 ? figure : undefined;
}
