import type { FastifyReply, FastifyRequest } from 'fastify';
import { site } from '#domain/site.ts';
import { type Problem } from '../refusal.ts';

/** Whether a browser has sent a form by itself, without our scripts: its reader wants a page, not JSON. */
export const isPlainForm = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && (headers.accept ?? '').includes('text/html');

/** Where a form leads that needs no words; other deeds say what has happened. */
const landings: Record<string, string> = {
  '/api/auth/login': '/profile/',
  '/api/auth/logout': '/',
};

const sentences: Record<string, string> = {
  '/api/register/doctor': 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.',
  '/api/register/patient': 'Вы успешно зарегистрированы! Мы направили вам на почту ссылку для подтверждения.',
  '/api/auth/restore/send':
    'Письмо отправлено вам на почту. Чтобы задать новый пароль, перейдите по ссылке в этом письме.',
  '/api/auth/restore': 'Пароль изменён: можно войти.',
  '/api/user/confirm/resend':
    'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.',
  '/api/user/confirm': 'Регистрация подтверждена: можно войти.',
};

/** The page after a deed: the one that was wanted, or a sentence. */
export function answerPlainForm(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const landing = landings[path];
  reply.header('cache-control', 'no-store');
  if (landing)
    return reply
      .code(303)
      .header('location', wantedOf(request) ?? landing)
      .send('');
  return sendPage(reply, {
    title: 'Готово',
    sentences: [sentences[path] ?? 'Сделано.'],
    back: '/profile/login/',
  });
}

/** What was wrong with a form, with the way back to it: browsers keep what was typed there. */
export function refusePlainForm(
  request: FastifyRequest,
  reply: FastifyReply,
  problems: readonly Problem[],
): FastifyReply {
  return sendPage(reply, {
    title: 'Не получилось',
    sentences: problems.map(({ message }) => message),
    back: pathOf(request.headers.referer) ?? '/profile/login/',
  });
}

/** `?next=` of the form's address: a page of this site, and nothing that a browser could take for another one. */
function wantedOf(request: FastifyRequest): string | undefined {
  const { next } = request.query as { next?: unknown };
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

interface Page {
  title: string;
  sentences: string[];
  back: string;
}

function sendPage(reply: FastifyReply, { title, sentences: said, back }: Page): FastifyReply {
  const paragraphs = said.map((sentence) => `<p>${escape(sentence)}</p>`).join('');
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .serializer((page: string) => page)
    .send(
      `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title} — ${site.title}</title><main><h1>${title}</h1>${paragraphs}` +
        `<p><a href="${escape(back)}">Вернуться</a> · <a href="/">На главную</a></p></main></html>`,
    );
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
