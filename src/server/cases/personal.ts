import { findPersonalData } from '#domain/deidentification/detector.ts';
import { Refusal } from '../refusal.ts';

/** Refuses words that name the patient or anybody else, at the field where they stand. */
export function refusePersonalData(fields: Readonly<Record<string, string>>): void {
  for (const [field, text] of Object.entries(fields)) {
    const [finding] = findPersonalData(text);
    if (finding)
      throw new Refusal(
        400,
        `Похоже на персональные данные: «${finding.words}». Напишите иначе, например «пациент» или «через 3 месяца».`,
        field,
      );
  }
}
