import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { formatNumber } from '#domain/numbers.ts';
import { fewPages, isPublished } from '#domain/publication.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { formatTime } from '../../lib/dates.ts';
import { countWords, leftWords, steps, type Status } from './useStatus.ts';

/** How it goes: steps while it runs, then when it was live and what has changed. */
export function PublicationState({ status }: { status: Status }) {
  const { state, last, addresses } = status;
  const isRunning = state === 'running' || state === 'queued';
  return (
    <section className="desk-panel" aria-label="Сейчас">
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <div role="status">
          <h2>{headline(status)}</h2>
        </div>
        {isRunning && <Stop status={status} />}
        {state === 'stopped' && <Continue />}
      </div>
      {isRunning && <PublicationSteps status={status} />}
      {last?.message && <p className={state === 'stopped' ? undefined : 'field-error'}>{last.message}</p>}
      {addresses.length > 0 && (
        <details>
          <summary>Изменённые адреса: {countOf(addresses.length, last?.changed ?? 0)}</summary>
          <ul className="desk-addresses">
            {addresses.map((address) => (
              <li key={address}>
                <a href={address}>{address}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
const countOf = (shown: number, all: number) =>
  all > shown ? `${formatNumber(all)}, показаны первые ${formatNumber(shown)}` : formatNumber(shown);

function headline({ state, step, last }: Status): string {
  if (state === 'away') return 'На этом сервере публикация не работает: сайт выкладывает другой';
  if (state === 'stopped') return 'Выкладка остановлена';
  if (state === 'queued') return 'В очереди';
  if (state === 'running' && step === 'growing')
    return 'Сайт открыт целиком: страницы ложатся на диск, а пока каждая строится по запросу';
  if (state === 'running' && step === 'delivering')
    return 'Страницы на этом сервере, отправляем их в хранилище PUBLISH_URL';
  if (state === 'running')
    return step === 'compressing' ? 'Страницы уже на сайте, сжимаем их копии' : 'Выкладываем';
  if (!last?.live_at) return 'Всё на сайте';
  const pages = plural(last.changed, ['страница', 'страницы', 'страниц']);
  const time = last.milliseconds === null ? '' : ` за ${spanWords(last.milliseconds)}`;
  return `На сайте с ${formatTime(last.live_at)}: ${formatNumber(last.changed)} ${pages}${time}`;
}

/** «420 мс», «3,4 с», «1 мин 5 с» */
function spanWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} мс`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toLocaleString('ru', { maximumFractionDigits: 1 })} с`;
  return `${Math.floor(seconds / 60)} мин ${Math.round(seconds % 60)} с`;
}

/** How long it still takes, where that is known, and the way out of what takes long. */
function Stop({ status }: { status: Status }) {
  const { run, isBusy, message } = useMutation();
  const [isAsked, setAsked] = useState(false);
  const left = leftWords(status.seconds_left);
  // What is compressed, or grows, is on the site already: there is nothing to stop.
  const isSeen = status.step !== null && isPublished({ step: status.step });
  const isLong = status.state === 'running' && !isSeen && status.total > fewPages;
  return (
    <div className="cluster gap-6 row-gap-3">
      {left && <span className="muted figures">{left}</span>}
      {isLong && (
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy || isAsked}
          onClick={() =>
            void run(() => call('POST /api/editors/publication/stop', {})).then(({ ok }) => setAsked(ok))
          }
        >
          {isAsked ? 'Останавливаем…' : 'Остановить'}
        </Button>
      )}
      <FormError message={message} />
    </div>
  );
}

/** Nothing is published until resumed, later changes included. */
function Continue() {
  const { run, isBusy, message } = useMutation();
  return (
    <div className="cluster gap-6 row-gap-3">
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() => void run(() => call('POST /api/editors/publication', { json: { mode: 'content' } }))}
      >
        Продолжить
      </Button>
      <FormError message={message} />
    </div>
  );
}

function PublicationSteps({ status }: { status: Status }) {
  const { step, done, total } = status;
  const at = steps.findIndex(({ code }) => code === step);
  // The code of the site is compiled after a release alone: editors hardly ever see that step.
  const shown = step === 'compiling' ? steps : steps.slice(1);
  if (step === 'growing' || step === 'delivering')
    return (
      <>
        <p className="figures">{countWords(status)}</p>
        <progress
          max={total || 1}
          value={done}
          aria-label={step === 'growing' ? 'Страницы на диске' : 'Файлы в хранилище'}
        />
      </>
    );
  return (
    <>
      <ol className="desk-steps gap-4 columns column-9">
        {shown.map((one) => {
          const place = steps.indexOf(one);
          const isDone = at > place;
          return (
            <li
              className="stack muted content-start"
              key={one.code}
              data-state={isDone ? 'done' : at === place ? 'now' : 'next'}
              aria-current={at === place ? 'step' : undefined}
            >
              <strong>
                {isDone && <Icon name="check" label="сделано" />} {one.title}
              </strong>
              <span className="figures">{at === place && countWords(status)}</span>
            </li>
          );
        })}
      </ol>
      <progress max={total || 1} value={total ? done : undefined} aria-label="Ход публикации" />
    </>
  );
}
