import { hashPassword } from '#server/account/passwords.ts';
import { addUser } from '#server/account/users.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { openDatabase } from '#server/database/database.ts';
import { password } from '../../sample/people.ts';

/** Accounts that subscribe and unsubscribe while the server dies. */
export const followers = ['one@follower.example', 'two@follower.example', 'three@follower.example'];

/** A catalogue and accounts; returns the ids of its diseases. */
export async function fill(folder: string): Promise<number[]> {
  const database = await openDatabase({ DATA_DIR: folder });
  const hash = await hashPassword(password);
  try {
    return await database.transaction(async (tx) => {
      const item = (code: string) => [{ code, title: code, position: 0 }];
      await putTerms(tx, 'subject', item('77'));
      await putTerms(tx, 'therapeuticarea', [...item('metabolic'), ...item('neurology')]);
      await putTerms(tx, 'scientificstatus', item('none'));
      const at = new Date().toISOString();
      for (const email of followers)
        await addUser(tx, { type: 'doctor', email, password: hash, confirmed_at: at, created_at: at });
      const diseases: number[] = [];
      for (let index = 0; index < 40; index += 1) {
        const written = await writeRecord(tx, {
          kind: 'disease',
          fields: { title: `Болезнь ${index}`, title_status: 'established' },
          state: 'published',
          origins: 'editor',
          author: 'proof',
        });
        diseases.push(written.id);
      }
      return diseases;
    });
  } finally {
    await database.close();
  }
}
