import { findPersonalData } from '#domain/deidentification/detector.ts';
import { HttpError } from '../http-error.ts';
import { inThread } from '../thread/thread.ts';

type Fields = Readonly<Record<string, string>>;

/** Refuses short words that name the patient or anybody else, at the field where they stand. */
export function refusePersonalData(fields: Fields): void {
  for (const [field, text] of Object.entries(fields)) refuse(field, findPersonalData(text)[0]);
}

/** The same for long texts, in a thread: call it outside transactions, once the owner is known. */
export async function refusePersonalDataInText(owner: string, fields: Fields): Promise<void> {
  const found = await inThread(owner, 'findPersonalData', Object.values(fields), {});
  Object.keys(fields).forEach((field, index) => refuse(field, found[index]?.[0]));
}

function refuse(field: string, finding: { words: string } | undefined): void {
  if (finding)
    throw new HttpError(
      400,
      `Похоже на персональные данные: «${finding.words}». Напишите иначе, например «пациент» или «через 3 месяца».`,
      field,
    );
}
