import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { reportBox } from '#domain/reports.ts';
import { site } from '#domain/site.ts';
import type { Problem } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { readSiteFile } from '../site/files.ts';
import { closedPolicy } from '../site/policy.ts';
import { currentRelease } from '../site/release.ts';
import type { Entry } from './body.ts';
import { fillForm } from './form-page.ts';
import { escapeHtml } from './html.ts';

/** Whether a browser has sent a form by itself, without our scripts: its reader wants a page, not JSON. */
export const isPlainForm = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && (headers.accept ?? '').includes('text/html');

/** Where a form leads that needs no words; other deeds say what has happened. */
const landings: Record<string, string> = {
  '/api/auth/login': '/profile/',
  '/api/auth/second-factor': '/profile/',
  '/api/auth/logout': '/',
  '/api/unsubscribe': '/unsubscribe/',
  '/api/unsubscribe/undo': '/unsubscribe/',
};

const words: Record<string, string> = {
  '/api/register/doctor': 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.',
  '/api/register/patient': 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.',
  '/api/auth/restore/send':
    'Письмо отправлено вам на почту. Чтобы задать новый пароль, перейдите по ссылке в этом письме.',
  '/api/auth/restore': 'Пароль изменён, прежние входы завершены. Войдите с новым паролем.',
  '/api/user/confirm/resend':
    'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.',
  '/api/user/confirm': 'Регистрация подтверждена: можно войти.',
  '/api/reports': 'Спасибо! Сообщение получено, редакция его проверит.',
};

/** Forms that have a page of their own: it comes back with what was wrong and what was typed. */
const pages: Record<string, { file: string; title: string }> = {
  '/api/auth/login': { file: 'profile/login/index.html', title: 'Не удалось войти' },
  '/api/auth/restore/send': { file: 'profile/restore/index.html', title: 'Письмо не отправлено' },
  '/api/auth/restore': { file: 'profile/restore/new/index.html', title: 'Пароль не изменён' },
  '/api/user/confirm': { file: 'profile/confirm/index.html', title: 'Почта не подтверждена' },
};

/** What follows these deeds is signing in: its page says that they are done. */
const followedByLogin = new Set(['/api/auth/restore', '/api/user/confirm']);

const login = '/api/auth/login';

/** Passwords are never sent back. */
const secret = new Set(['password', 'confirm_password']);

export interface PlainForms {
  /** The page after a deed: the one that was wanted, or a sentence. */
  answer(request: FastifyRequest, reply: FastifyReply, data: unknown): Promise<FastifyReply>;
  /** What was wrong with a form, in the form itself where it has a page. */
  refuse(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[]): Promise<FastifyReply>;
}

/** Answers to forms that came without scripts: pages of the site, or small ones of the same words before there is a site. */
export function createPlainForms({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): PlainForms {
  async function send(reply: FastifyReply, file: string, fill: (page: string) => string): Promise<boolean> {
    const release = await currentRelease(DATA_DIR);
    const page = release && (await readSiteFile(path.join(release.folder, file), ''));
    if (!page) return false;
    sendPage(reply, fill(page.body.toString()), release.policy);
    return true;
  }

  /** Sentences, and a form where the way on is one. */
  async function say(reply: FastifyReply, said: Said): Promise<FastifyReply> {
    const isSent = await send(reply, 'profile/answer/index.html', (page) =>
      page
        .replaceAll('Ответ портала', () => said.title)
        .replace(/(<div class="form[^"]*" data-answer[^>]*>)[\s\S]*?<\/div>/, (_, opening: string) =>
          [opening, bodyOf(said), '</div>'].join(''),
        ),
    );
    if (!isSent)
      sendPage(
        reply,
        `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${said.title} — ${site.title}</title><main><h1>${said.title}</h1>${bodyOf(said)}` +
          `<p><a href="/">На главную</a></p></main></html>`,
        closedPolicy.replace("form-action 'none'", "form-action 'self'"),
      );
    return reply;
  }

  return {
    async answer(request, reply, data) {
      const [address = ''] = request.url.split('?');
      const landing = landings[address];
      if (isSecondStep(data))
        return await say(reply, secondStep(request, ['Введите код из приложения или запасной код.']));
      if (landing)
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('location', wantedOf(request) ?? landing)
          .send('');
      const done = words[address] ?? 'Сделано.';
      if (followedByLogin.has(address)) {
        const typed = emailOf(data);
        const fill = (page: string) => fillForm(page, login, { title: '', problems: [], typed, done });
        if (await send(reply, 'profile/login/index.html', fill)) return reply;
      }
      const back = (address === '/api/reports' && pathOf(request.headers.referer)) || '/profile/login/';
      return await say(reply, { title: 'Готово', sentences: [done], back });
    },

    async refuse(request, reply, problems) {
      const [address = ''] = request.url.split('?');
      const sentences = problems.map(({ message }) => message);
      const typed = typedIn(request);
      // Another code may be right; a sign-in that is over begins anew.
      if (address === '/api/auth/second-factor' && problems.some(({ field }) => field === 'code'))
        return await say(reply, secondStep(request, sentences));
      const own = pages[address];
      const isLinkOver = problems.some(({ field }) => field === 'code' || field === 'token');
      if (own && !isLinkOver) {
        const next = address === login ? wantedOf(request) : undefined;
        const fill = (page: string) => fillForm(page, address, { title: own.title, problems, typed, next });
        if (await send(reply, own.file, fill)) return reply;
      }
      const more = formAfter(address, typed);
      return await say(reply, {
        title: 'Не получилось',
        sentences,
        isProblem: true,
        ...(more ? { form: more } : {}),
        back: pathOf(request.headers.referer) ?? '/profile/login/',
      });
    },
  };
}

interface Said {
  title: string;
  sentences: readonly string[];
  isProblem?: boolean;
  /** Markup of ours. */
  form?: string;
  back: string;
}

function bodyOf({ sentences, isProblem = false, form = '', back }: Said): string {
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  const said = isProblem ? `<section class="error-summary" role="alert">${paragraphs}</section>` : paragraphs;
  return `${said}${form}<p><a href="${escapeHtml(back)}">Вернуться</a></p>`;
}

/** The second step of signing in. */
function secondStep(request: FastifyRequest, sentences: string[]): Said {
  const next = wantedOf(request);
  const action = `/api/auth/second-factor${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  const form = formOf(action, 'Войти', [
    fieldOf({ name: 'code', label: 'Код', more: 'required maxlength="40" autocomplete="one-time-code"' }),
  ]);
  return { title: 'Второй шаг входа', sentences, form, back: '/profile/login/' };
}

/** The way on after a refusal, with what was typed. */
function formAfter(address: string, typed: Record<string, string>): string | undefined {
  const email = (action: string, button: string) =>
    formOf(action, button, [
      fieldOf({
        name: 'email',
        label: 'Электронная почта',
        value: typed['email'],
        more: 'type="email" required autocomplete="username"',
      }),
    ]);
  if (address === '/api/user/confirm') return email('/api/user/confirm/resend', 'Отправить письмо ещё раз');
  if (address === '/api/auth/restore') return email('/api/auth/restore/send', 'Запросить новую ссылку');
  if (address !== '/api/reports') return undefined;
  const { text = '', record_id = '', field = '' } = typed;
  const hidden = Object.entries({ record_id, field }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return formOf(address, 'Отправить ещё раз', [
    ...hidden,
    '<div class="field"><label for="plain-text">Что неточно</label>' +
      `<textarea class="input" id="plain-text" name="text" rows="6" maxlength="3000" required>${escapeHtml(text)}</textarea></div>`,
    fieldOf({
      name: 'email',
      label: 'Электронная почта для ответа — не обязательно',
      value: typed['email'],
      more: 'type="email" autocomplete="email"',
    }),
    '<div class="field"><div class="check"><input type="checkbox" id="plain-consent" name="consent" value="on">' +
      `<label for="plain-consent">${reportBox}</label></div><p class="field-hint"><a href="/upload/doc/report.pdf">Текст согласия (PDF)</a></p></div>`,
  ]);
}

const formOf = (action: string, button: string, fields: string[]) =>
  `<form class="form" method="post" action="${escapeHtml(action)}">${fields.join('')}` +
  `<button class="button" type="submit">${button}</button></form>`;

const fieldOf = ({
  name,
  label,
  value = '',
  more,
}: Record<'name' | 'label' | 'more', string> & { value?: string | undefined }) =>
  `<div class="field"><label for="plain-${name}">${label}</label>` +
  `<input class="input" id="plain-${name}" name="${name}" value="${escapeHtml(value)}" ${more}></div>`;

const isSecondStep = (data: unknown) =>
  typeof data === 'object' && data !== null && 'state' in data && data.state === 'second-factor-needed';

function emailOf(data: unknown): Record<string, string> {
  const email = typeof data === 'object' && data !== null && 'email' in data ? data.email : undefined;
  return typeof email === 'string' ? { email } : {};
}

/** Text fields of the form, secrets left out. */
function typedIn({ body }: FastifyRequest): Record<string, string> {
  const entries = Array.isArray(body) ? (body as Entry[]) : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && !secret.has(name) && value.length <= 10_000 ? [[name, value]] : [],
    ),
  );
}

/**
 * `?next=` of the form's address, or of the page on which the form stands (a published page does not know it): a page of
 * this site, and nothing that a browser could take for another one.
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

function sendPage(reply: FastifyReply, html: string, policy: string): void {
  void reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .serializer((page: string) => page)
    .send(html);
}
