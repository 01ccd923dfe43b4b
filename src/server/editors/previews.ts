import { audit } from '../audit/audit.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageError } from '#domain/page-error.ts';
import { getKind, type AnyRecord } from '#domain/kinds/index.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import type { Context } from '../request/context.ts';
import { recordOf } from '../catalogue/stored.ts';
import { versionOf } from '../catalogue/validation.ts';
import type { ReadDatabase } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { barePage } from '../site/bare-page.ts';
import { barePolicy, pageHeaders, policyOf } from '../site/policy.ts';
import { getRow, getWithDraft } from './record-view.ts';
import type { Handlers } from '../request/caller.ts';

const markStyle =
  '.draft-mark{position:fixed;inset-block-end:0;inset-inline:0;z-index:100;padding:.5rem 1rem;background:#ffc83d;color:#16171d;font-weight:700;letter-spacing:.08em;text-align:center}' +
  '@media print{.draft-mark{position:static}}';
const markStyleHash = `sha256-${createHash('sha256').update(markStyle).digest('base64')}`;

/** Marks a draft visibly, on paper too. */
const marked = (html: string): string =>
  html.replace(
    /<body[^>]*>/,
    (body) =>
      `${body}<style>${markStyle}</style><aside class="draft-mark" aria-label="Черновик">ЧЕРНОВИК: не опубликовано</aside>`,
  );

export const previewHandlers = {
  'POST /api/editors/records/{id}/preview': async (caller, { path: { id }, input: { hours } }) => {
    const { database, settings } = caller;
    const token = newSecret();
    const now = caller.now();
    const expires_at = new Date(now.getTime() + hours * 3_600_000).toISOString();
    await database.transaction(async (tx) => {
      await getRow(tx, id);
      await tx
        .insertInto('previews')
        .values({
          hash: hashOf(token),
          record_id: id,
          author_id: caller.user.id,
          created_at: now.toISOString(),
          expires_at,
        })
        .execute();
      // A link that outlives the day may go to others, so it is audited.
      if (hours > 12)
        await audit(tx, caller, 'preview shared', { recordId: id, details: `до ${expires_at}` });
    });
    return { url: `${settings.SITE_URL}/preview/?token=${token}`, expires_at };
  },
} satisfies Partial<Handlers>;

/** The record with its draft; invalid fields keep their current value. */
async function draftedRecord(db: ReadDatabase, id: number): Promise<AnyRecord> {
  const { row, draft } = await getWithDraft(db, id);
  const record = recordOf(row);
  if (!draft) return record;
  const kind = getKind(row.kind);
  const wanted = versionOf(draft);
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(kind.fields.shape)) {
    const checked = z.safeParse(schema as z.ZodType, wanted.fields[name]);
    const value = checked.success ? checked.data : record[name];
    if (value !== undefined) fields[name] = value;
  }
  const envelope = Object.entries(record).filter(([name]) => !Object.hasOwn(kind.fields.shape, name));
  const whole = wanted.sources.filter(({ title, date, fields: on }) => title && date && on);
  return { ...Object.fromEntries(envelope), sources: whole, ...fields } as AnyRecord;
}

/** Serves `/preview/?token=…`: uncached, unindexed, and marked as a draft. */
export function servePreview(context: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      ...pageHeaders(barePolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")),
    });
    try {
      const { html, policy } = await render(context, tokenOf(request));
      return await reply.header('content-security-policy', policy).send(html);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.statusCode >= 500) request.log.error({ err: error }, 'preview failed');
      return reply.code(problem.statusCode).send(barePage({ title: problem.message }));
    }
  };
}

function problemOf(error: unknown): PageError {
  if (error instanceof PageError) return error;
  return error instanceof HttpError
    ? new PageError(error.message, error.status)
    : new PageError('Страница с этими правками не строится. Проверьте отмеченные поля', 500);
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  return typeof token === 'string' ? token : '';
}

async function render(context: Context, token: string): Promise<{ html: string; policy: string }> {
  const now = context.now().toISOString();
  const db = context.db;
  const found = await db
    .selectFrom('previews')
    .select('record_id')
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) throw new PageError('Ссылка на черновик устарела. Попросите редактора прислать новую', 410);
  if (!context.previews)
    throw new PageError('Сайт ещё собирается, предпросмотр будет через минуту. Обновите страницу', 503);
  const { html, scripts, styles } = await context.previews.render(await draftedRecord(db, found.record_id));
  const policy = policyOf({ scripts, styles: [...styles, markStyleHash] }).replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  );
  return { html: marked(html), policy };
}
