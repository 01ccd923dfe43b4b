import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#contract/client/call.ts';
import { counted, plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { confirmAction } from '../../frame/confirmDeed.ts';
import { useMutation } from '../../useMutation.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { mailingTitle, type ShownBroadcast } from './words.ts';

interface Props {
  broadcast: ShownBroadcast;
  replace(broadcast: ShownBroadcast): void;
  onRemoved(): void;
}

const letters = (count: number) => counted(count, ['письмо', 'письма', 'писем']);

/** What can be done with a mailing, and how far it has come. */
export function Sending({ broadcast, replace, onRemoved }: Props) {
  const { id, version, state, left, waiting, sent, failed } = broadcast;
  /** No letter is laid out yet: all can be taken back. */
  const isAhead = sent + waiting + failed === 0;
  const { run, isBusy, message } = useMutation();
  const [told, setTold] = useState('');
  const path = { id };
  useProgress(broadcast, replace);
  const change = async (deed: () => Promise<ShownBroadcast>) => {
    const answer = await run(deed);
    if (answer) replace(answer);
  };
  const send = async () => {
    const question = `Отправить «${mailingTitle(broadcast.mailing)}»: ${letters(left)}? Вернуть ушедшее нельзя.`;
    if (await confirmAction(question))
      await change(() => call('POST /api/editors/broadcasts/{id}/send', { path, json: { version } }));
  };
  const stop = () => change(() => call('POST /api/editors/broadcasts/{id}/stop', { path }));
  const tryIt = async () => {
    const answer = await run(() => call('POST /api/editors/broadcasts/{id}/test', { path }));
    if (answer) setTold(`Проба отправлена на ${answer.email}.`);
  };
  const remove = async () => {
    if (!(await confirmAction('Удалить черновик рассылки?'))) return;
    if ((await run(() => call('POST /api/editors/broadcasts/{id}/remove', { path }))) === null) onRemoved();
  };
  const canSend = (state === 'draft' || state === 'stopped') && left > 0;
  return (
    <section aria-label="Отправка">
      <Progress broadcast={broadcast} />
      <div className="desk-actions">
        <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void tryIt()}>
          Прислать пробу себе
        </Button>
        {canSend && (
          <Button size="small" isBusy={isBusy} onClick={() => void send()}>
            {state === 'draft' ? `Отправить: ${letters(left)}` : `Продолжить: ${letters(left)}`}
          </Button>
        )}
        {(state === 'sending' || waiting > 0) && (
          <Button variant="danger" size="small" isBusy={isBusy} onClick={() => void stop()}>
            {isAhead ? 'Отменить отправку' : 'Остановить'}
          </Button>
        )}
        {state === 'draft' && (
          <Button variant="quiet" size="small" isBusy={isBusy} onClick={() => void remove()}>
            Удалить черновик
          </Button>
        )}
      </div>
      <Trouble message={message} />
      <p className="muted" role="status">
        {told}
      </p>
    </section>
  );
}

/** While letters go, the numbers are asked anew. */
function useProgress(broadcast: ShownBroadcast, replace: (broadcast: ShownBroadcast) => void): void {
  const { id, state, waiting } = broadcast;
  const isGoing = state === 'sending' || waiting > 0;
  const ask = useEffectEvent(async () => {
    // The next round asks again; what cannot be asked just now is no fault of the page.
    const now = await call('GET /api/editors/broadcasts/{id}', { path: { id }, isQuiet: true }).catch(
      () => null,
    );
    if (now) replace(now);
  });
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void ask(), 2000);
    return () => clearInterval(timer);
  }, [isGoing]);
}

function Progress({ broadcast }: { broadcast: ShownBroadcast }) {
  const { state, sent, waiting, failed, left, unsubscribed } = broadcast;
  if (state === 'draft')
    return (
      <p>
        {left > 0
          ? `${plural(left, ['Ждёт', 'Ждут', 'Ждут'])} эту рассылку: ${counted(left, ['человек', 'человека', 'человек'])}.`
          : 'Эту рассылку пока никто не выбрал.'}
      </p>
    );
  const all = sent + waiting + failed + left;
  return (
    <>
      <progress aria-label="Ушло писем" max={Math.max(all, 1)} value={sent} />
      <p role="status">
        {state === 'sending' &&
          sent + waiting + failed === 0 &&
          'Первые письма уйдут через несколько секунд. '}
        Ушло {sent} из {all}. Не ушло: {failed}. Отписались после письма: {unsubscribed}.
      </p>
    </>
  );
}
