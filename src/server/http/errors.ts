import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/call.ts';
import { Refusal, type Problem } from '../refusal.ts';
import { isPlainForm, refusePlainForm } from './plain-form.ts';

/** What callers read when the trouble is in the request itself, before it reached a handler. */
const sentences: Record<number, string> = {
  400: 'Запрос составлен неверно.',
  404: 'Такого адреса в API нет.',
  405: 'Этот адрес не принимает такой метод.',
  408: 'Запрос шёл слишком долго.',
  413: 'Запрос слишком большой.',
  414: 'Адрес запроса слишком длинный.',
  415: 'Такой вид содержимого не принимается.',
  431: 'Заголовки запроса слишком большие.',
  503: 'Сервер сейчас перегружен. Повторите запрос через несколько секунд.',
};

export function failureOf(message: string, field?: string, also: readonly Problem[] = []): Failure {
  const errors = [{ message, field }, ...also].map((problem) => ({
    message: problem.message,
    ...(problem.field ? { customData: { field: problem.field } } : {}),
  }));
  return { status: 'error', errors };
}

export const sentenceOf = (status: number) => sentences[status] ?? 'Запрос не может быть выполнен.';

/** Every error becomes an honest answer here; what is our fault is logged once, with the request's id. */
export function answerError(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('cache-control', 'no-store');
  if (error instanceof Refusal) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    reply.code(error.status);
    if (isPlainForm(request)) return void refusePlainForm(request, reply, [error, ...error.also]);
    return void reply.code(error.status).send(failureOf(error.message, error.field, error.also));
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return void reply.code(status).send(failureOf(sentenceOf(status)));
  request.log.error({ err: error }, 'request failed');
  if (status === 503 || isUnavailable(error))
    return void reply
      .code(503)
      .header('retry-after', '2')
      .send(
        failureOf(
          status === 503 ? sentenceOf(503) : 'База данных сейчас недоступна. Повторите запрос позже.',
        ),
      );
  reply
    .code(500)
    .send(
      failureOf(`На сервере произошла ошибка. Мы записали её под номером ${request.id}; повторите позже.`),
    );
}

/** The database does not answer, is busy, or has no room left. */
function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  // SQLITE_BUSY, LOCKED, IOERR, FULL, CANTOPEN
  if (errcode !== undefined) return [5, 6, 10, 13, 14].includes(errcode & 0xff);
  if (code === undefined) return message?.startsWith('timeout exceeded when trying to connect') ?? false;
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|EPIPE|08|53|57)/.test(code);
}
