import type { Database, WriteTransaction } from './database.ts';

/** Runs a write, rolls it back and returns its result. */
export async function dryRun<Result>(
  { transaction }: Database,
  action: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const done: { result: Result }[] = [];
  const rollback = new Error('dry run');
  try {
    await transaction(async (tx) => {
      done.push({ result: await action(tx) });
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return done[0]!.result;
}
