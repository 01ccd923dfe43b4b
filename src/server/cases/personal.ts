import { HttpError } from '../http-error.ts';
import { inThread } from '../thread/thread.ts';

/**
 * Throws for personal data, at its field. Reads in a thread: call it outside transactions, after checking the
 * owner.
 */
export async function refusePersonalData(
  owner: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const found = await inThread(owner, 'findPersonalData', Object.values(fields), {});
  Object.keys(fields).forEach((field, index) => {
    const [finding] = found[index] ?? [];
    if (finding)
      throw new HttpError(
        400,
        `Похоже на персональные данные: «${finding.words}». Напишите иначе, например «пациент» или «через 3 месяца».`,
        field,
      );
  });
}
