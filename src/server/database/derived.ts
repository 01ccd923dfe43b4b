import { crc32 } from 'node:zlib';
import { formOfDerived } from '#domain/derived.ts';

/** Of what is worked out of records by this program; PostgreSQL's integers have 31 bits. */
export const derivedForm = crc32(formOfDerived) >>> 1;
