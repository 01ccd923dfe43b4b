import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#contract/account.ts';
import type { Output } from '#contract/contract.ts';
import { homeOf } from '#domain/profile.ts';
import type { NextStep, RenderRequest, FormMessage, SentForm } from '#domain/render-request.ts';
import type { Problem } from '../http-error.ts';
import type { Settings } from '../settings.ts';
import { barePage } from '../site/bare-page.ts';
import type { OnDemandPages } from '../site/on-demand-pages.ts';
import { keepsLargeText } from '../site/low-vision.ts';
import { currentRelease } from '../site/release.ts';
import { sendPage } from '../site/send-page.ts';
import type { BodyField } from './body.ts';

/** Whether a form was submitted without our scripts: its reader needs a page, not JSON. */
export const isPlainForm = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && (headers.accept ?? '').includes('text/html');

/** Redirects of forms without a message. */
const landings: Record<string, string> = {
  '/api/auth/logout': '/',
  '/api/unsubscribe': '/unsubscribe/',
  '/api/unsubscribe/undo': '/unsubscribe/',
};

const fieldLabels: Record<string, string> = {
  '/api/register/doctor': 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.',
  '/api/register/patient': 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.',
  '/api/register/family': 'Мы направили вам на почту ссылку: откройте её и придумайте пароль.',
  '/api/auth/restore/send':
    'Письмо отправлено вам на почту. Чтобы задать новый пароль, перейдите по ссылке в этом письме.',
  '/api/auth/restore': 'Пароль изменён, прежние входы завершены. Войдите с новым паролем.',
  '/api/user/confirm/resend':
    'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.',
  '/api/reports': 'Спасибо! Сообщение получено, редакция его проверит.',
};

/** Forms with a page of their own, which is shown again with errors and values. */
const addresses: Record<string, string> = {
  '/api/auth/login': '/profile/login/',
  '/api/auth/restore/send': '/profile/restore/',
  '/api/auth/restore': '/profile/restore/',
  '/api/user/confirm': '/profile/confirm/',
};

/** Forms followed by sign-in, which show a message. */
const followedByLogin = new Set(['/api/auth/restore', '/api/user/confirm']);

const login = '/api/auth/login';
const signIns = new Set([login, '/api/auth/second-factor']);

/** Passwords are never sent back. */
const secret = new Set(['password', 'confirm_password']);

export type PlainForms = ReturnType<typeof createPlainForms>;

/** Pages for forms without scripts: of the site, or minimal ones while it cannot render. */
export function createPlainForms(settings: Pick<Settings, 'DATA_DIR'>, pages: OnDemandPages) {
  const { send, sendMessage } = sendersOf(settings, pages);
  return {
    /** Response after an action: redirect or message. */
    async answer(request: FastifyRequest, reply: FastifyReply, data: unknown): Promise<FastifyReply> {
      const [address = ''] = request.url.split('?');
      const confirmation = confirmationIn(address, data);
      const landing = confirmation?.state === 'confirmed' ? '/profile/' : landingOf(address, data);
      const rest = confirmation && formOfMissing(request, confirmation);
      if (rest && (await send(request, reply, '/profile/confirm/', rest))) return reply;
      if (isSecondStep(data)) return await sendMessage(request, reply, secondStep(request, [enterCode]));
      if (landing)
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('location', wantedOf(request) ?? landing)
          .send('');
      const done = confirmation?.message ?? fieldLabels[address] ?? 'Сделано.';
      if (followedByLogin.has(address)) {
        const form: SentForm = { problems: [], typed: emailOf(data), done };
        if (await send(request, reply, '/profile/login/', { form })) return reply;
      }
      const back = (address === '/api/reports' && pathOf(request.headers.referer)) || '/profile/login/';
      return await sendMessage(request, reply, { title: 'Готово', sentences: [done], back });
    },

    /** Errors of a form, within it if it has a page. */
    async refuse(
      request: FastifyRequest,
      reply: FastifyReply,
      problems: readonly Problem[],
    ): Promise<FastifyReply> {
      const [address = ''] = request.url.split('?');
      const sentences = problems.map(({ message }) => message);
      const typed = typedIn(request);
      // A wrong code may be retried; an expired sign-in starts again.
      if (address === '/api/auth/second-factor' && problems.some(({ field }) => field === 'code'))
        return await sendMessage(request, reply, secondStep(request, sentences));
      const own = addresses[address];
      const isLinkOver = problems.some(({ field }) => field === 'code' || field === 'token');
      if (own && !isLinkOver) {
        const next = address === login ? wantedOf(request) : undefined;
        const { code, ...fields } = typed;
        const facts = { form: { problems, typed: fields, next }, ...(code ? { code } : {}) };
        if (await send(request, reply, own, facts)) return reply;
      }
      const step = stepAfter(address, typed);
      return await sendMessage(request, reply, {
        title: 'Не получилось',
        sentences,
        isProblem: true,
        ...(step ? { step } : {}),
        back: pathOf(request.headers.referer) ?? '/profile/login/',
      });
    },
  };
}

function sendersOf({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, pages: OnDemandPages) {
  /** Returns whether the site could render the page. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    facts: RenderRequest,
  ): Promise<boolean> {
    const html = await pages
      .render(address, { ...facts, isLarge: keepsLargeText(request) })
      .catch((error: unknown) => {
        reply.log.warn({ err: error }, 'page failed');
        return undefined;
      });
    const release = await currentRelease(DATA_DIR);
    if (html === undefined || !release) return false;
    await sendPage(request, reply, html, release);
    return true;
  }

  /** A message, with a form of the next step if needed. */
  async function sendMessage(
    request: FastifyRequest,
    reply: FastifyReply,
    text: FormMessage,
  ): Promise<FastifyReply> {
    if (await send(request, reply, '/profile/answer/', { said: text })) return reply;
    const sentences = text.step ? [...text.sentences, 'Повторите через несколько секунд.'] : text.sentences;
    return await sendPage(request, reply, barePage({ ...text, sentences }), undefined);
  }

  return { send, sendMessage };
}

const landingOf = (address: string, data: unknown): string | undefined =>
  signIns.has(address) ? homeOf((data as User).type) : landings[address];

const enterCode = 'Введите код из приложения или запасной код.';

const secondStep = (request: FastifyRequest, sentences: string[]): FormMessage => ({
  title: 'Второй шаг входа',
  sentences,
  step: { action: 'second factor', next: wantedOf(request) },
  back: '/profile/login/',
});

function stepAfter(address: string, typed: Record<string, string>): NextStep | undefined {
  if (address === '/api/user/confirm') return { action: 'resend', email: typed['email'] };
  if (address === '/api/auth/restore') return { action: 'restore', email: typed['email'] };
  return address === '/api/reports' ? { action: 'report', typed } : undefined;
}

type Confirmation = Output<'POST /api/user/confirm'>;
const confirmationIn = (address: string, data: unknown) =>
  address === '/api/user/confirm' ? (data as Confirmation) : undefined;

/** Form of what a confirmation lacks. */
function formOfMissing(
  request: FastifyRequest,
  { message, wanted }: Confirmation,
): RenderRequest | undefined {
  if (!wanted) return undefined;
  const code = input(request, 'code') ?? input(request, 'token') ?? '';
  return { form: { problems: [{ message }], typed: {}, wanted }, code };
}

/** A field of the form or query. */
function input(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typedIn(request)[name] ?? (typeof value === 'string' ? value : undefined);
}

const isSecondStep = (data: unknown) =>
  typeof data === 'object' && data !== null && 'state' in data && data.state === 'second-factor-needed';

function emailOf(data: unknown): Record<string, string> {
  const email = typeof data === 'object' && data !== null && 'email' in data ? data.email : undefined;
  return typeof email === 'string' ? { email } : {};
}

/** Submitted text fields without secrets. */
function typedIn({ body }: FastifyRequest): Record<string, string> {
  const entries = Array.isArray(body) ? (body as BodyField[]) : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && !secret.has(name) && value.length <= 10_000 ? [[name, value]] : [],
    ),
  );
}

/**
 * Return address: `?next=` of the form or of its page (static pages do not know it); only paths of this site
 * that no browser takes for another host.
 */
function wantedOf({ query, headers }: FastifyRequest): string | undefined {
  const { referer = '' } = headers;
  const ofPage = URL.canParse(referer) ? new URL(referer).searchParams.get('next') : null;
  const { next = ofPage } = query as { next?: unknown };
  if (typeof next !== 'string' || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next))
    return undefined;
  const here = 'http://localhost';
  if (!URL.canParse(next, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, here);
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}

function pathOf(referer: string | undefined): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined;
  const { pathname } = new URL(referer);
  return pathname.startsWith('//') ? undefined : pathname;
}
