import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { boxes } from '#contract/forms/registration.ts';
import type { Settings } from '../settings.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { Caller } from '../request/caller.ts';

/** Purposes of consent, each with a separate box (ruling G47). */
type Consent = 'personal' | 'specialist' | 'mailings' | 'report';

/** Every purpose has its own document (152-ФЗ, article 9: consent is specific). */
const addresses: Record<Consent, string> = {
  personal: '/upload/doc/assept.pdf',
  specialist: '/upload/doc/specialist.pdf',
  mailings: '/upload/doc/mailings.pdf',
  report: '/upload/doc/report.pdf',
};

export type Document = Awaited<ReturnType<typeof servedDocument>>;

/** The document as readers currently get it. */
export async function servedDocument({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, purpose: Consent) {
  const document = addresses[purpose];
  const places = [path.join(DATA_DIR, 'site/current'), path.resolve(import.meta.dirname, '../../../public')];
  for (const place of places) {
    const bytes = await readFile(path.join(place, document)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!bytes) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // Such as «2026-11-22 5e33630c1b2d».
    return { document, version: [editionOf(bytes), sha256.slice(0, 12)].join(' ').trim(), sha256 };
  }
  throw new Error(`There is no ${document} to agree to`);
}

/** Date inside the PDF, inline or in an object of its own (ISO 32000: 14.3.3); may be missing. */
function editionOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const [, dated] = /\/(?:ModDate|CreationDate)\s*(\(D:\d{8}|\d{1,10}\s+\d{1,5}\s+R\b)/.exec(text) ?? [];
  const [number] = /^\d+/.exec(dated ?? '') ?? [];
  const held = number ? new RegExp(`\\b${number}\\s+\\d+\\s+obj\\s*(\\(D:\\d{8})`).exec(text)?.[1] : dated;
  const [, year, month, day] = /D:(\d{4})(\d{2})(\d{2})/.exec(held ?? '') ?? [];
  return year && `${year}-${month}-${day}`;
}

/** Documents of several purposes, read before the transaction that stores the consents. */
export const servedDocuments = (settings: Settings, purposes: readonly GivenConsent['purpose'][]) =>
  Promise.all(
    purposes.map(async (purpose) => ({ purpose, document: await servedDocument(settings, purpose) })),
  );

interface GivenConsent {
  userId: number;
  /** Reporters have no account: that consent is stored with the report. */
  purpose: Exclude<Consent, 'report'>;
  document: Document;
}

export async function giveConsent(
  tx: WriteTransaction,
  { client, now }: Pick<Caller, 'client' | 'now'>,
  { userId, purpose, document }: GivenConsent,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      id: await nextNumber(tx, 'consent'),
      user_id: userId,
      purpose,
      ...document,
      text: boxes[purpose],
      given_at: now().toISOString(),
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
