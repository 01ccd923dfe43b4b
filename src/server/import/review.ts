import type { Input } from '#contract/contract.ts';
import type { WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { showImport } from './desk.ts';
import { allFields, getImport, namesOf, type RowPlan } from './journal.ts';
import { narrowedRows } from './rows.ts';
import type { Handlers } from '../request/caller.ts';

type Choosing = Input<'POST /api/editors/imports/{id}/choose'>;

/**
 * Stores an editor's choices. Accepting a row takes all fields except edited ones, which are chosen by name.
 */
export const importReviewHandlers = {
  'POST /api/editors/imports/{id}/choose': async (caller, { path: { id }, input: wish }) => {
    await caller.database.transaction(async (tx) => {
      const row = await getImport(tx, id);
      if (row.status !== 'ready') throw new HttpError(409, 'Выбирать можно, пока импорт не применён.');
      if (wish.choice === 'safe') await chooseSafe(tx, id);
      else if (wish.field !== undefined) await chooseField(tx, id, wish, wish.field);
      else await chooseRows(tx, id, wish);
      await tx
        .updateTable('imports')
        .set({ version: row.version + 1 })
        .where('id', '=', id)
        .execute();
    });
    return await showImport(caller, id);
  },
} satisfies Partial<Handlers>;

/** Accepts safe fields of open rows; risky ones stay. */
const chooseSafe = (tx: WriteTransaction, id: number) =>
  tx
    .updateTable('import_rows')
    .set((eb) => ({ choice: 'accepted', chosen: eb.ref('safe_fields') }))
    .where('import_id', '=', id)
    .where('outcome', 'in', ['new', 'changed'])
    .where('choice', '=', 'open')
    .where('safe_fields', '!=', '[]')
    .execute();

async function chooseRows(tx: WriteTransaction, id: number, wish: Choosing): Promise<void> {
  const positions = wish.positions.map(Number);
  if (positions.length === 0 && wish.view === undefined)
    throw new HttpError(400, 'Назовите строки или вид.', 'positions');
  const rows =
    wish.view === undefined
      ? positions
      : narrowedRows(tx, id, { view: wish.view, query: wish.query }).select('position');
  const changed = tx
    .updateTable('import_rows')
    .where('import_id', '=', id)
    .where('outcome', 'in', ['new', 'changed'])
    .where('position', 'in', rows);
  if (wish.choice === 'accept')
    // A row of edited fields only cannot be accepted whole.
    await changed
      .set((eb) => ({ choice: 'accepted', chosen: eb.ref('plain_fields'), refused: '[]' }))
      .where('plain_fields', '!=', '[]')
      .execute();
  else if (wish.choice === 'reset')
    await changed.set({ choice: 'open', chosen: '[]', refused: '[]' }).execute();
  else await changed.set({ choice: 'skipped', chosen: '[]', refused: allFields }).execute();
}

async function chooseField(tx: WriteTransaction, id: number, wish: Choosing, field: string): Promise<void> {
  const lines = await tx
    .selectFrom('import_rows')
    .select(['position', 'plan', 'chosen', 'refused'])
    .where('import_id', '=', id)
    .where('outcome', 'in', ['new', 'changed'])
    .where('position', 'in', wish.positions.length > 0 ? wish.positions.map(Number) : [-1])
    .execute();
  for (const { position, plan, chosen, refused } of lines) {
    const all = (JSON.parse(plan) as RowPlan).fields.map((one) => one.field);
    if (!all.includes(field)) throw new HttpError(400, 'Этого поля в строке нет.', 'field');
    const taken = new Set(JSON.parse(chosen) as string[]);
    const left = new Set(namesOf(refused, all));
    taken.delete(field);
    left.delete(field);
    if (wish.choice === 'accept') taken.add(field);
    if (wish.choice === 'skip') left.add(field);
    await tx
      .updateTable('import_rows')
      .set({
        choice: taken.size > 0 ? 'accepted' : left.size < all.length ? 'open' : 'skipped',
        chosen: JSON.stringify([...taken]),
        refused: JSON.stringify([...left]),
      })
      .where('import_id', '=', id)
      .where('position', '=', position)
      .execute();
  }
}
