import { placeInRussian } from '../places.ts';
import { figureOf, sourceOf, type Disease } from './disease.ts';
import { prevalenceClasses, prevalenceTypes, prevalenceUnits } from './vocabulary.ts';

export type OrphanetPrevalence = Disease['prevalence'][number];

/** A word of a controlled list, with its number where the release gives one. */
type Word = readonly [label: string | undefined, id?: string];

/** An entry in the words of a release of Orphanet, whatever its form. */
interface PrevalenceWords {
  type: Word;
  class: Word;
  /** What the figure of a count of cases counts: people or families. */
  unit: Word;
  figure: string | undefined;
  place: string | undefined;
  source: string | undefined;
  validated?: boolean | undefined;
}

/** The entry in the words of our kind; one without a known type or a place says nothing. */
export function prevalenceEntry(words: PrevalenceWords): OrphanetPrevalence | undefined {
  const type = prevalenceTypes.find(...words.type);
  if (!type || words.place === undefined) return undefined;
  return inOrder({
    type,
    class: prevalenceClasses.find(...words.class),
    figure: figureOf(words.figure),
    unit: type === 'cases' ? prevalenceUnits.find(...words.unit) : undefined,
    place: placeInRussian(words.place),
    source: sourceOf(words.source),
    validated: words.validated,
  });
}

/** Some entries name a type and a place and nothing else. */
export const isTelling = (entry: OrphanetPrevalence): boolean =>
  entry.class !== undefined || entry.figure !== undefined;

/** Keys in the order of the kind, wherever each came from; what is not said is not there. */
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
