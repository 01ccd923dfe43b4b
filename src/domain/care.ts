import type { clinicRole } from './vocabularies.ts';

/** What is asked of an institution to say whom it helps. */
export interface Institution {
  id: number;
  title: string;
  short?: string | undefined;
  subject?: string | undefined;
  clinic_kind?: string | undefined;
  roles?: readonly (keyof typeof clinicRole)[] | undefined;
  /** Codes of the subjects of the Federation whose patients it takes. */
  serves?: readonly string[] | undefined;
}

const care: readonly (keyof typeof clinicRole)[] = ['treatment', 'diagnosis', 'genetics', 'laboratory'];

/** Whether the record says that somebody is diagnosed or treated there; a site of trials alone is no such place. */
export const givesCare = ({ roles = [] }: Pick<Institution, 'roles'>): boolean =>
  roles.some((role) => care.includes(role));

/** Where patients of a subject go: to places of its own, to those of others that serve it, else to the federal ones. */
interface Help<I> {
  own: I[];
  serving: I[];
  /** Only where there is nothing else. */
  federal: I[];
}

export function helpIn<I extends Institution>(institutions: readonly I[], subject: string): Help<I> {
  const caring = institutions.filter(givesCare);
  const own = caring.filter((one) => one.subject === subject);
  const serving = caring.filter((one) => one.subject !== subject && one.serves?.includes(subject));
  const federal =
    own.length + serving.length > 0 ? [] : caring.filter(({ clinic_kind: kind }) => kind === 'federal');
  return { own, serving, federal };
}
