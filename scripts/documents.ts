// `node scripts/documents.ts`: regenerates public/upload/doc from src/starter/documents.
import path from 'node:path';
import { writeDocuments } from '#publisher/documents.ts';

await writeDocuments(path.join(import.meta.dirname, '../public'), undefined);
