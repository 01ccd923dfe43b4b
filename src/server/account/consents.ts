import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../settings.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { ClientInfo } from '../request/client.ts';

/** What one may agree to; each has its own box and stands alone (ruling G47). */
type Consent = 'personal' | 'specialist' | 'mailings' | 'report';

/** Each purpose has a document of its own (152-ФЗ, article 9: a consent is concrete and of one subject). */
const addresses: Record<Consent, string> = {
  personal: '/upload/doc/assept.pdf',
  specialist: '/upload/doc/specialist.pdf',
  mailings: '/upload/doc/mailings.pdf',
  report: '/upload/doc/report.pdf',
};

export interface Document {
  /** Its address on the site. */
  document: string;
  /** The day of its edition and the beginning of its digest: «2026-11-22 5e33630c1b2d». */
  version: string;
  sha256: string;
}

/** The document of a consent, exactly as readers get it now. */
export async function servedDocument(
  { DATA_DIR }: Pick<Settings, 'DATA_DIR'>,
  purpose: Consent,
): Promise<Document> {
  const document = addresses[purpose];
  const places = [path.join(DATA_DIR, 'site/current'), path.resolve(import.meta.dirname, '../../../public')];
  for (const place of places) {
    const bytes = await readFile(path.join(place, document)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!bytes) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { document, version: [editionOf(bytes), sha256.slice(0, 12)].join(' ').trim(), sha256 };
  }
  throw new Error(`There is no ${document} to agree to`);
}

/** The date that the PDF itself bears, in its place or in an object of its own (ISO 32000: 14.3.3); some bear none. */
function editionOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const [, dated] = /\/(?:ModDate|CreationDate)\s*(\(D:\d{8}|\d{1,10}\s+\d{1,5}\s+R\b)/.exec(text) ?? [];
  const [number] = /^\d+/.exec(dated ?? '') ?? [];
  const held = number ? new RegExp(`\\b${number}\\s+\\d+\\s+obj\\s*(\\(D:\\d{8})`).exec(text)?.[1] : dated;
  const [, year, month, day] = /D:(\d{4})(\d{2})(\d{2})/.exec(held ?? '') ?? [];
  return year && `${year}-${month}-${day}`;
}

interface Given {
  userId: number;
  /** Anyone who reports an error has no account: that consent stands with the report. */
  purpose: Exclude<Consent, 'report'>;
  document: Document;
  /** The sentence beside the box. */
  text: string;
  client: ClientInfo;
  at: Date;
}

export async function giveConsent(
  tx: WriteTransaction,
  { userId, purpose, document, text, client, at }: Given,
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
      ip: client.ip,
      agent: client.agent,
    })
    .execute();
}

export async function withdrawConsent(
  tx: WriteTransaction,
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
