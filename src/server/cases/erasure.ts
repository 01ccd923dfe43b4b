import type { WriteTransaction } from '../database/database.ts';
import { publishedAgain, readContent } from './content.ts';

/**
 * Cases of accounts to be erased (target A-7): unpublished ones are deleted; published ones stay without an
 * author.
 */
export async function forgetAuthors(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('cases').where('user_id', 'in', ids).where('published', '=', 0).execute();
  const kept = await tx
    .selectFrom('cases')
    .select(['id', 'shown', 'version'])
    .where('user_id', 'in', ids)
    .execute();
  for (const { id, shown, version } of kept) {
    if (shown === null) continue;
    await tx
      .updateTable('cases')
      .set({ ...publishedAgain(shown), version: version + 1, user_id: null })
      .where('id', '=', id)
      .execute();
    const figures = readContent(shown).figures.map(({ file }) => file);
    // Consents are useless without the author.
    await tx
      .deleteFrom('case_files')
      .where('case_id', '=', id)
      .where((eb) => eb.or([eb('role', '=', 'consent'), eb('id', 'not in', [0, ...figures])]))
      .execute();
  }
}
