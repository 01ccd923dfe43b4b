import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../settings.ts';
import type { Writing } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { Visit } from '../http/visit.ts';

/** What one may agree to; each has its own box and stands alone (ruling G47). */
export type Consent = 'personal' | 'specialist' | 'mailings';

export interface Document {
  /** Its address on the site. */
  document: string;
  /** The day it took effect, by the date of its file. */
  version: string;
  sha256: string;
}

/** The document of a consent, exactly as readers get it now. */
export async function servedDocument({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<Document> {
  const document = '/upload/doc/assept.pdf';
  const places = [path.join(DATA_DIR, 'site/current'), path.resolve(import.meta.dirname, '../../../public')];
  for (const place of places) {
    const bytes = await readFile(path.join(place, document)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!bytes) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { document, version: versionOf(bytes) ?? sha256.slice(0, 12), sha256 };
  }
  throw new Error(`There is no ${document} to agree to`);
}

/** The date that the PDF itself bears. */
function versionOf(bytes: Buffer): string | undefined {
  const [, year, month, day] =
    /\/(?:ModDate|CreationDate)\s*\(D:(\d{4})(\d{2})(\d{2})/.exec(bytes.toString('latin1')) ?? [];
  return year && `${year}-${month}-${day}`;
}

interface Given {
  userId: number;
  purpose: Consent;
  document: Document;
  /** The sentence beside the box. */
  text: string;
  visit: Visit;
  at: Date;
}

export async function giveConsent(
  tx: Writing,
  { userId, purpose, document, text, visit, at }: Given,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      id: await nextNumber(tx, 'consent'),
      user_id: userId,
      purpose,
      ...document,
      text,
      given_at: at.toISOString(),
      ip: visit.ip,
      agent: visit.agent,
    })
    .execute();
}

export async function withdrawConsent(
  tx: Writing,
  { userId, purpose, at }: { userId: number; purpose: Consent; at: Date },
): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ withdrawn_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .execute();
}
