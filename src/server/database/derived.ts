import { crc32 } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { formOfDerived } from '#domain/derived.ts';
import type { Tables } from './tables.ts';

/** Of what is worked out of records by this program; PostgreSQL's integers have 31 bits. */
export const derivedForm = crc32(formOfDerived) >>> 1;

/** In which form the tables hold what is worked out of records: those of an older program are worked out anew. */
export const derived = (): Migration => ({
  async up(untyped: Kysely<never>) {
    const db = untyped as unknown as Kysely<Tables>;
    const found = await db.selectFrom('records').select('id').limit(1).executeTakeFirst();
    await db
      .insertInto('meta')
      .values({ name: 'derived', value: found ? 0 : derivedForm })
      .execute();
  },
});
