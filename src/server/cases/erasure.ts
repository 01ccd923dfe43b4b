import type { WriteTransaction } from '../database/database.ts';
import { readContent } from './content.ts';

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
      .set({
        state: 'published',
        data: shown,
        returned: null,
        title: readContent(shown).title,
        version: version + 1,
        user_id: null,
      })
      .where('id', '=', id)
      .execute();
    const figures = new Set(readContent(shown).figures.map(({ file }) => file));
    const files = await tx
      .selectFrom('case_files')
      .select(['id', 'role'])
      .where('case_id', '=', id)
      .execute();
    // Consents are useless without the author.
    const unused = files.filter((file) => file.role === 'consent' || !figures.has(file.id));
    if (unused.length > 0)
      await tx
        .deleteFrom('case_files')
        .where(
          'id',
          'in',
          unused.map((file) => file.id),
        )
        .execute();
  }
}
