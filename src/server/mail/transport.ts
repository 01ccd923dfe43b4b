import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { isEmail } from '#domain/email.ts';
import { letterFile, lettersFolder } from './disk.ts';
import { deliverable } from '../base/email.ts';
import { signLetter } from './letter.ts';
import type { Settings } from '../settings.ts';
import type { OutboxRow } from '../database/tables.ts';

export interface Transport {
  /** Sends a letter as the portal, or throws. */
  send(letter: OutboxRow, site: string): Promise<void>;
  close(): void;
}

/** SMTP by SMTP_URL; otherwise a file in DATA_DIR/mail/. */
export function openTransport(
  settings: Pick<
    Settings,
    'SMTP_URL' | 'DATA_DIR' | 'SITE_URL' | 'OPERATOR_NAME' | 'OPERATOR_ADDRESS' | 'OPERATOR_EMAIL'
  >,
): Transport {
  const { SMTP_URL, DATA_DIR, SITE_URL } = settings;
  const url = SMTP_URL ? new URL(SMTP_URL) : undefined;
  // smtp://user:password@host/?from=register@example.ru
  const from = url?.searchParams.get('from') ?? `noreply@${hostOf(SITE_URL)}`;
  url?.searchParams.delete('from');
  const messageOf = (letter: OutboxRow, site: string) => {
    // Validated by forms already; last defence.
    if (!isEmail(letter.recipient)) throw Object.assign(new Error('No address'), { code: 'EADDRESS' });
    return contentsOf(signLetter(letter, site, settings), { site, from, settings });
  };

  if (url) {
    const smtp = openSmtp(url);
    return {
      send: async (letter, site) => void (await smtp.sendMail(messageOf(letter, site))),
      close: () => smtp.close(),
    };
  }
  const folder = lettersFolder(DATA_DIR);
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(letter, site) {
      const { message } = await writer.sendMail(messageOf(letter, site));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, letterFile(letter));
      // It may hold a sign-in code.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => writer.close(),
  };
}

function contentsOf(
  letter: OutboxRow,
  {
    site,
    from,
    settings: { SITE_URL, OPERATOR_EMAIL },
  }: { site: string; from: string; settings: Pick<Settings, 'SITE_URL' | 'OPERATOR_EMAIL'> },
) {
  const host = hostOf(SITE_URL);
  return {
    // Objects, not strings: a parsed string could add a recipient.
    from: { name: site, address: from },
    to: [{ name: '', address: deliverable(letter.recipient) }],
    // Replies to an automatic sender are not read.
    ...(OPERATOR_EMAIL ? { replyTo: { name: site, address: OPERATOR_EMAIL } } : {}),
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    date: new Date(letter.created_at),
    // Stable over retries, so that mail servers can deduplicate.
    messageId: `<${letter.id}.${createHash('sha256').update(letter.created_at).digest('hex').slice(0, 16)}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: the mail program posts there for its own button.
      ...(letter.unsubscribe
        ? {
            'List-Id': `${letter.kind} <${letter.kind}.${host}>`,
            Precedence: 'bulk',
            'List-Unsubscribe': `<${SITE_URL}/api/unsubscribe?token=${letter.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function openSmtp(url: URL) {
  // Without TLS only on this machine: letters hold codes and addresses.
  if (url.protocol === 'smtp:' && !isBeside(url.hostname) && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  return createTransport({
    url: url.href,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
}

/** Connects and signs in without sending, or throws. */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const url = new URL(smtpUrl);
  url.searchParams.delete('from');
  const smtp = openSmtp(url);
  try {
    await smtp.verify();
  } finally {
    smtp.close();
  }
}

const isBeside = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Host of mail addresses; undefined for an IP address. */
export function hostOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  return isIP(hostname.replace(/[[\]]/g, '')) ? 'localhost' : hostname;
}
