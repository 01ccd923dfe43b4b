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

const registered = 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.';
const login = '/profile/login/';

interface PlainForm {
  /** Page of its own, which is shown again with errors and values. */
  page?: string;
  landing?: string;
  done?: string;
  isSignIn?: true;
  /** The message is shown above the form of sign-in. */
  isFollowedByLogin?: true;
  retry?: 'resend' | 'restore' | 'report';
}

const forms: Partial<Record<string, PlainForm>> = {
  '/api/auth/login': { page: login, isSignIn: true },
  '/api/auth/second-factor': { isSignIn: true },
  '/api/auth/logout': { landing: '/' },
  '/api/unsubscribe': { landing: '/unsubscribe/' },
  '/api/unsubscribe/undo': { landing: '/unsubscribe/' },
  '/api/register/doctor': { done: registered },
  '/api/register/patient': { done: registered },
  '/api/register/family': { done: 'Мы направили вам на почту ссылку: откройте её и придумайте пароль.' },
  '/api/auth/restore/send': {
    page: '/profile/restore/',
    done: 'Письмо отправлено вам на почту. Чтобы задать новый пароль, перейдите по ссылке в этом письме.',
  },
  '/api/auth/restore': {
    page: '/profile/restore/',
    done: 'Пароль изменён, прежние входы завершены. Войдите с новым паролем.',
    isFollowedByLogin: true,
    retry: 'restore',
  },
  '/api/user/confirm': { page: '/profile/confirm/', isFollowedByLogin: true, retry: 'resend' },
  '/api/user/confirm/resend': {
    done: 'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.',
  },
  '/api/reports': { done: 'Спасибо! Сообщение получено, редакция его проверит.', retry: 'report' },
};

/** Passwords are never sent back. */
const secret = new Set(['password', 'confirm_password']);

export type PlainForms = ReturnType<typeof createPlainForms>;

/** Pages for forms without scripts: of the site, or minimal ones while it cannot render. */
export function createPlainForms(settings: Pick<Settings, 'DATA_DIR'>, pages: OnDemandPages) {
  const { send, sendMessage } = sendersOf(settings, pages);
  return {
    async answer(request: FastifyRequest, reply: FastifyReply, data: unknown): Promise<FastifyReply> {
      const [address = ''] = request.url.split('?');
      const form = forms[address] ?? {};
      const confirmation = address === '/api/user/confirm' ? (data as Confirmation) : undefined;
      const rest = confirmation && formOfMissing(request, confirmation);
      if (rest && (await send(request, reply, '/profile/confirm/', rest))) return reply;
      if (isSecondStep(data)) return await sendMessage(request, reply, secondStep(request, [enterCode]));
      const landing = landingOf(form, data, confirmation);
      if (landing)
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('location', wantedOf(request) ?? landing)
          .send('');
      const done = confirmation?.message ?? form.done ?? 'Сделано.';
      if (form.isFollowedByLogin) {
        const sent: SentForm = { problems: [], typed: emailOf(data), done };
        if (await send(request, reply, login, { form: sent })) return reply;
      }
      const back = (form.retry === 'report' && pathOf(request.headers.referer)) || login;
      return await sendMessage(request, reply, { title: 'Готово', sentences: [done], back });
    },

    async refuse(
      request: FastifyRequest,
      reply: FastifyReply,
      problems: readonly Problem[],
    ): Promise<FastifyReply> {
      const [address = ''] = request.url.split('?');
      const { page, retry } = forms[address] ?? {};
      const sentences = problems.map(({ message }) => message);
      const typed = typedIn(request);
      // A wrong code may be retried; an expired sign-in starts again.
      if (address === '/api/auth/second-factor' && problems.some(({ field }) => field === 'code'))
        return await sendMessage(request, reply, secondStep(request, sentences));
      const isLinkOver = problems.some(({ field }) => field === 'code' || field === 'token');
      if (page && !isLinkOver) {
        const next = page === login ? wantedOf(request) : undefined;
        const { code, ...fields } = typed;
        const facts = { form: { problems, typed: fields, next }, ...(code ? { code } : {}) };
        if (await send(request, reply, page, facts)) return reply;
      }
      return await sendMessage(request, reply, {
        title: 'Не получилось',
        sentences,
        isProblem: true,
        ...(retry ? { step: stepOf(retry, typed) } : {}),
        back: pathOf(request.headers.referer) ?? login,
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

type Confirmation = Output<'POST /api/user/confirm'>;

function landingOf(form: PlainForm, data: unknown, confirmation: Confirmation | undefined) {
  if (confirmation?.state === 'confirmed') return '/profile/';
  return form.isSignIn ? homeOf((data as User).type) : form.landing;
}

const enterCode = 'Введите код из приложения или запасной код.';

const secondStep = (request: FastifyRequest, sentences: string[]): FormMessage => ({
  title: 'Второй шаг входа',
  sentences,
  step: { action: 'second factor', next: wantedOf(request) },
  back: login,
});

const stepOf = (retry: NonNullable<PlainForm['retry']>, typed: Record<string, string>): NextStep =>
  retry === 'report' ? { action: retry, typed } : { action: retry, email: typed['email'] };

function formOfMissing(
  request: FastifyRequest,
  { message, wanted }: Confirmation,
): RenderRequest | undefined {
  if (!wanted) return undefined;
  const code = input(request, 'code') ?? input(request, 'token') ?? '';
  return { form: { problems: [{ message }], typed: {}, wanted }, code };
}

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
