import { crc32 } from 'node:zlib';
import { formOfDerived } from '#domain/derived.ts';

/** Version of derived data, as a 31-bit integer of PostgreSQL. */
export const derivedForm = crc32(formOfDerived) >>> 1;
