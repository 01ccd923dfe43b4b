import type { Output } from '#contract/contract.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { addSeconds } from '../base/clock.ts';
import { titleOf } from './users.ts';
import type { Caller, Handlers } from '../request/caller.ts';

type Place = Output<'GET /api/user/readings'>[number]['place'];

interface Reading {
  /** Owners of the data; one's own are not recorded. */
  userIds: readonly (number | null)[];
  fields: readonly string[];
  place: Place;
}

/** Repeated reads within these seconds count once. */
const oneLook = 600;

/** Records which personal data of whom the caller has read. */
export async function recordDataReads(
  tx: WriteTransaction,
  { user: reader, now }: Caller,
  { userIds, fields, place }: Reading,
): Promise<void> {
  const at = now();
  const others = [...new Set(userIds)].filter((id) => id !== null).filter((id) => id !== reader.id);
  if (others.length === 0) return;
  const spelt = fields.join(',');
  const recent = await tx
    .selectFrom('readings')
    .select('user_id')
    .where('user_id', 'in', others)
    .where('reader_id', '=', reader.id)
    .where('place', '=', place)
    .where('fields', '=', spelt)
    .where('at', '>', addSeconds(at, -oneLook).toISOString())
    .execute();
  const seen = new Set(recent.map(({ user_id: id }) => id));
  for (const userId of others.filter((id) => !seen.has(id)))
    await tx
      .insertInto('readings')
      .values({
        id: await nextNumber(tx, 'reading'),
        at: at.toISOString(),
        reader_id: reader.id,
        user_id: userId,
        fields: spelt,
        place,
      })
      .execute();
}

export const dataReadHandlers = {
  'GET /api/user/readings': async (caller) => {
    const { user, database } = caller;
    const rows = await database.kysely
      .selectFrom('readings')
      .leftJoin('users', 'users.id', 'readings.reader_id')
      .select([
        'readings.at',
        'readings.place',
        'readings.fields',
        'users.last_name',
        'users.name',
        'users.type',
      ])
      .where('readings.user_id', '=', user.id)
      .orderBy('readings.id', 'desc')
      .limit(1000)
      .execute();
    return rows.map(({ at, place, fields, ...reader }) => ({
      at,
      place: place as Place,
      fields: fields.split(','),
      reader: titleOf(reader),
    }));
  },
} satisfies Partial<Handlers>;
