// `node scripts/documents.ts`: makes public/upload/doc again from the texts in src/starter/documents.
import path from 'node:path';
import { writeDocuments } from '#publisher/documents.ts';

await writeDocuments(path.join(import.meta.dirname, '../public'), undefined);
