import type { Output } from '#contract/client/call.ts';
import { documentsNotice, mailings } from '#domain/subscriptions.ts';

export type ShownBroadcast = Output<'GET /api/editors/broadcasts/{id}'>;

/** States of a mailing in words and in their tone. */
export const broadcastStateWords: Record<ShownBroadcast['state'], { title: string; tone: string }> = {
  draft: { title: 'Черновик', tone: 'warn' },
  sending: { title: 'Отправляется', tone: 'info' },
  stopped: { title: 'Остановлена', tone: 'err' },
  sent: { title: 'Отправлена', tone: 'ok' },
};

export const mailingTitle = (code: string) =>
  [...mailings, documentsNotice].find((one) => one.code === code)?.title ?? code;
