import steps from './route.json' with { type: 'json' };

/**
 * The patient's route through Russian healthcare: one template for all diseases, based on acts and
 * publications.
 */

export interface Ground {
  title: string;
  url?: string;
  /** Day of publication, or of reading the act. */
  date: string;
  /** Only the title and first points of the act were available, and no more is cited. */
  isOpening?: boolean;
}

export interface RouteStep {
  id:
    | 'screening'
    | 'local'
    | 'genetics'
    | 'specialist'
    | 'undecided'
    | 'federal'
    | 'register'
    | 'commission'
    | 'payer'
    | 'refusal';
  title: string;
  /** Whom the step concerns, if not everyone. */
  when?: string;
  text: string;
  grounds: readonly Ground[];
}

/** All possible steps, in order. */
export const allSteps = steps as readonly RouteStep[];

/** The page of all steps, for records with little else. */
export const routePath = '/access/route/';

/** Fields of a disease that select steps. */
export interface Traveller {
  lists: readonly { name: string }[];
  inheritance: readonly string[];
  genes: readonly unknown[];
}

/** Steps of a disease in order; screening and register only where they apply. */
export function routeOf({ lists, inheritance, genes }: Traveller): RouteStep[] {
  const isIn = (...names: string[]) => lists.some(({ name }) => names.includes(name));
  const isHereditary =
    genes.length > 0 || inheritance.some((mode) => mode !== 'not-applicable' && mode !== 'unknown');
  const isNever = inheritance.includes('not-applicable');
  // No data is not "no".
  const first = isHereditary ? 'genetics' : isNever ? 'specialist' : 'undecided';
  const onlyIf: Partial<Record<RouteStep['id'], boolean>> = {
    screening: isIn('newborn-screening'),
    genetics: first === 'genetics',
    specialist: first === 'specialist',
    undecided: first === 'undecided',
    register: isIn('life-threatening', 'vzn14'),
  };
  return allSteps.filter(({ id }) => onlyIf[id] ?? true);
}
