import type { Output } from '#contract/client/call.ts';
import { mailings } from '#domain/subscriptions.ts';

export type ShownBroadcast = Output<'GET /api/editors/broadcasts/{id}'>;

const states: Record<ShownBroadcast['state'], { title: string; tone: string }> = {
  draft: { title: 'Черновик', tone: 'warn' },
  sending: { title: 'Отправляется', tone: 'info' },
  stopped: { title: 'Остановлена', tone: 'err' },
  sent: { title: 'Отправлена', tone: 'ok' },
};
export const mailingTitle = (code: string) => mailings.find((one) => one.code === code)?.title ?? code;

export const StatePill = ({ state }: Pick<ShownBroadcast, 'state'>) => (
  <span className="pill" data-tone={states[state].tone}>
    {states[state].title}
  </span>
);
