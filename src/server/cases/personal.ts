import { findPersonalData } from '#domain/deidentification/detector.ts';
import { HttpError } from '../http-error.ts';
import { inThread } from '../thread/thread.ts';

type Fields = Readonly<Record<string, string>>;

/** Throws for personal data in short texts, at their field. */
export function refusePersonalData(fields: Fields): void {
  for (const [field, text] of Object.entries(fields)) refuse(field, findPersonalData(text)[0]);
}

/** The same for long texts in a thread: call it outside transactions, after checking the owner. */
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
