import type { FastifyError, FastifyReply, FastifyRequest, ConnectionError } from 'fastify';
import type { Failure } from '#contract/call.ts';
import { StorageFailure } from '#storage/bucket.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';
import { HttpError, type Problem } from '../http-error.ts';
import { isPlainForm, type PlainForms } from './plain-form.ts';
import { openHeaders } from '../base/open-headers.ts';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { closedPolicy } from '../site/policy.ts';

/** Messages of errors before the handler. */
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

export const failureOf = (...problems: readonly Problem[]): Failure => ({
  status: 'error',
  errors: problems.map(({ message, field }) => ({
    message,
    ...(field ? { customData: customDataOf(field) } : {}),
  })),
});

function customDataOf(field: string): { title?: string; field: string } {
  const title = fieldTitles.get(field);
  return title === undefined ? { field } : { title, field };
}

export const sentenceOf = (status: number) => sentences[status] ?? 'Запрос не может быть выполнен.';

/** Turns every error into a response; server errors are logged once with the request id. */
export const errorAnswers =
  (plainForms: PlainForms) =>
  async (
    error: FastifyError | HttpError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { status, problems, retryAfter, data, location } = httpErrorOf(error, request);
    const { isShared } = request.routeOptions.config as { isShared?: boolean };
    reply.code(status).header('cache-control', 'no-store');
    if (isShared && [301, 400, 404].includes(status)) reply.headers(openHeaders);
    if (location !== undefined) reply.header('location', location);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    if (isPlainForm(request)) return await plainForms.refuse(request, reply, problems);
    const failure = failureOf(...problems);
    return reply.send(data === undefined ? failure : { ...failure, data });
  };

export function httpErrorOf(error: FastifyError | HttpError, { id, log }: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new HttpError(status, sentenceOf(status));
  log.error({ err: error }, 'request failed');
  const wait = (code: number, message: string, retryAfter: number) =>
    new HttpError(code, message, undefined, { retryAfter });
  if (isOutOfRoom(error))
    return wait(
      507,
      'На сервере кончилось место: читать можно, а записать пока ничего нельзя. Повторите позже.',
      60,
    );
  if (error instanceof StorageFailure)
    return wait(503, 'Хранилище файлов сейчас недоступно. Повторите позже.', 10);
  if (status === 503) return wait(503, sentenceOf(503), 2);
  if (isUnavailable(error)) return wait(503, 'База данных сейчас недоступна. Повторите запрос позже.', 2);
  return new HttpError(
    500,
    `На сервере произошла ошибка. Мы записали её под номером ${id}; повторите позже.`,
  );
}

/** Messages of pg about lost connections, which have no code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  // SQLITE_BUSY, LOCKED, IOERR, CANTOPEN
  if (errcode !== undefined) return [5, 6, 10, 14].includes(errcode & 0xff);
  if (code === undefined) return lostConnection.test(message ?? '');
  // 25P03: PostgreSQL has ended an idle transaction.
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|EPIPE|08|25P03|53|57)/.test(code);
}

/** Response to input that is not HTTP, with the usual headers; closes the connection. */
export const answerMalformedRequest =
  (headers: Readonly<Record<string, string>>) =>
  ({ code }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statuses[code] ?? 400;
    const body = JSON.stringify(failureOf({ message: sentenceOf(status) }));
    const lines = Object.entries({
      ...headers,
      'content-security-policy': closedPolicy,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroySoon(),
    );
  };

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Field labels as in the forms: titles of errors (B134) for other clients. */
const fieldTitles = new Map([
  ['altcha', 'Проверка'],
  ['avatar', 'Портрет'],
  ['catalog_disease_id', 'Заболевание'],
  ['city', 'Город'],
  ['code', 'Код'],
  ['company', 'Компания'],
  ['confirm_password', 'Пароль ещё раз'],
  ['consent', 'Согласие на обработку персональных данных'],
  ['content', 'Случай'],
  ['current_password', 'Нынешний пароль'],
  ['details', 'Подробности'],
  ['disease', 'Заболевание'],
  ['email', 'Электронная почта'],
  ['files', 'Файлы'],
  ['frequency', 'Как часто'],
  ['id', 'Номер'],
  ['kind', 'Вид записей'],
  ['last_name', 'Фамилия'],
  ['letter', 'Буква'],
  ['mailings', 'Рассылки'],
  ['med', 'Медицинское учреждение'],
  ['name', 'Имя'],
  ['page', 'Страница'],
  ['page_size', 'Записей на странице'],
  ['password', 'Пароль'],
  ['position', 'Должность'],
  ['query', 'Запрос'],
  ['scientific_status_id', 'Учёная степень и звание'],
  ['second_name', 'Отчество'],
  ['since', 'Номер изменения'],
  ['sort', 'Порядок'],
  ['specialist', 'Специалист здравоохранения'],
  ['specialization_id', 'Специальность'],
  ['ssid', 'Картинка'],
  ['subject', 'Субъект Федерации'],
  ['subject_federation_id', 'Субъект Федерации'],
  ['text', 'Текст'],
  ['therapeutic_area_id', 'Области медицины'],
  ['token', 'Код'],
  ['topics', 'Темы'],
  ['type', 'Тип'],
  ['word', 'Слово с картинки'],
  ['work_email', 'Рабочая почта'],
  ['year', 'Год'],
]);
