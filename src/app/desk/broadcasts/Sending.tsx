import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { counted, plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { broadcastSending } from '#contract/forms/broadcasts.ts';
import { documentsNotice } from '#domain/subscriptions.ts';
import { $user } from '#stores/session.ts';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { confirmAction } from '../../chrome/confirmAction.ts';
import { emptyReauth, ReauthFields } from '../../profile/ReauthFields.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { FormError } from '#ui/FormError.tsx';
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
  const [notice, setNotice] = useState('');
  const [isAsked, setAsked] = useState(false);
  const path = { id };
  const change = async (action: () => Promise<ShownBroadcast>) => {
    const result = await run(action);
    if (result.ok) replace(result.data);
  };
  const stop = () => change(() => call('POST /api/editors/broadcasts/{id}/stop', { path }));
  const tryIt = async () => {
    const result = await run(() => call('POST /api/editors/broadcasts/{id}/test', { path }));
    if (result.ok) setNotice(`Проба отправлена на ${result.data.email}.`);
  };
  const remove = async () => {
    if (!(await confirmAction('Удалить черновик рассылки?'))) return;
    const { ok } = await run(() => call('POST /api/editors/broadcasts/{id}/remove', { path }));
    if (ok) onRemoved();
  };
  const canSend = (state === 'draft' || state === 'stopped') && left > 0;
  return (
    <section aria-label="Отправка">
      <Progress broadcast={broadcast} />
      <div className="desk-actions cluster gap-4">
        <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void tryIt()}>
          Прислать пробу себе
        </Button>
        {canSend && !isAsked && (
          <Button size="small" isBusy={isBusy} onClick={() => setAsked(true)}>
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
      {canSend && isAsked && (
        <SendConfirmation
          key={version}
          broadcast={broadcast}
          onSent={(sentNow) => {
            setAsked(false);
            replace(sentNow);
          }}
          onLeft={() => setAsked(false)}
        />
      )}
      <FormError message={message} />
      <p className="muted" role="status">
        {notice}
      </p>
    </section>
  );
}

/** What shows that the sender is who has signed in: letters that have gone cannot be taken back. */
function SendConfirmation({
  broadcast: { id, version, mailing, left },
  onSent,
  onLeft,
}: {
  broadcast: ShownBroadcast;
  onSent(broadcast: ShownBroadcast): void;
  onLeft(): void;
}) {
  const factors = useStore($user)?.factors ?? [];
  return (
    <ApiForm
      id="sending"
      schema={broadcastSending}
      values={{ version, ...emptyReauth }}
      label="Отправка рассылки"
      failed="Рассылка не отправлена"
      intro={
        <p>
          Отправить «{mailingTitle(mailing)}»: {letters(left)}? Вернуть ушедшее нельзя.
        </p>
      }
      submit="Отправить"
      busy="Отправляем…"
      cancel="Не отправлять"
      onCancel={onLeft}
      send={async (json) =>
        onSent(await call('POST /api/editors/broadcasts/{id}/send', { path: { id }, json }))
      }
    >
      {(form) => <ReauthFields of={form} factors={factors} isFirst />}
    </ApiForm>
  );
}

function Progress({ broadcast }: { broadcast: ShownBroadcast }) {
  const { mailing, state, sent, waiting, failed, left, unsubscribed } = broadcast;
  const isNotice = mailing === documentsNotice.code;
  if (state === 'draft')
    return (
      <p>
        {left > 0
          ? `${isNotice ? 'Это письмо получат все' : `${plural(left, ['Ждёт', 'Ждут', 'Ждут'])} эту рассылку`}: ${counted(left, ['человек', 'человека', 'человек'])}.`
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
        Ушло {sent} из {all}. Не ушло: {failed}.{!isNotice && ` Отписались после письма: ${unsubscribed}.`}
      </p>
    </>
  );
}
