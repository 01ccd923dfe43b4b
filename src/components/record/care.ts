import type { clinicRole } from '#domain/vocabularies.ts';

/** An institution's fields that decide whom it treats. */
export interface Institution {
  id: number;
  title: string;
  short?: string | undefined;
  subject?: string | undefined;
  clinic_kind?: string | undefined;
  roles?: readonly (keyof typeof clinicRole)[] | undefined;
  /** Codes of the federal subjects whose patients it accepts. */
  serves?: readonly string[] | undefined;
}

const care: readonly (keyof typeof clinicRole)[] = ['treatment', 'diagnosis', 'genetics', 'laboratory'];

/** Whether patients are diagnosed or treated there; a mere trial site does not count. */
export const givesCare = ({ roles = [] }: Pick<Institution, 'roles'>): boolean =>
  roles.some((role) => care.includes(role));

/** Institutions for a subject: its own, else others that serve it, else federal ones. */
interface Help<I> {
  own: I[];
  serving: I[];
  /** Only without any other. */
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
