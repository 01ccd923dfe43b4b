import { ageBand, sex as sexes } from '#domain/vocabularies.ts';
import { Pill } from '#ui/Pill.tsx';

interface Props {
  age: string;
  sex: string;
  /** Title of the subject of the Federation. */
  region?: string | undefined;
}

const titleIn = (list: Record<string, string>, code: string) => list[code] ?? '';

/** The patient as far as given: «женский · 18–39 лет · Томская область». */
function patientInWords({ age, sex, region }: Props): string {
  return [titleIn(sexes, sex).toLowerCase(), titleIn(ageBand, age), region].filter(Boolean).join(' · ');
}

export function Patient(props: Props) {
  const said = patientInWords(props);
  return said ? <Pill title={said} /> : null;
}
