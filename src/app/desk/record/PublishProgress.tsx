import { useEffect, useRef } from 'react';
import { plural } from '#domain/plural.ts';
import { formatTime } from '../../lib/dates.ts';
import { countWords, steps, useStatus, type Status } from '../publication/useStatus.ts';

/** What becomes of a record between the press on «Опубликовать» and the page that readers see. */
export function PublishProgress({ id }: { id: number }) {
  const status = useStatus();
  const note = useRef<HTMLParagraphElement>(null);
  // The form that was open is gone, and the focus with it: the way goes on from the answer.
  useEffect(() => note.current?.focus(), []);
  const problem = status?.problems.find(({ record }) => record?.id === id);
  return (
    <p
      ref={note}
      tabIndex={-1}
      className="callout around-4"
      role="status"
      data-tone={problem ? 'err' : 'info'}
    >
      {!status && 'Выкладываем…'}
      {problem &&
        `Страница не построилась${problem.field_title ? `, поле «${problem.field_title}»` : ''}: ${problem.message} Читатели видят прежнюю.`}
      {status && !problem && wordsOf(status, id)}
    </p>
  );
}

function wordsOf(status: Status, id: number): string {
  const { state, step, last, next } = status;
  if (state === 'away') return 'Опубликовано. Страницу выложит другой сервер.';
  if (state === 'stopped')
    return 'Опубликовано, но выкладка остановлена: страница выйдет, когда её продолжат на экране «Публикация».';
  // Backfilling pages does not delay a record.
  const isBusy = state !== 'idle' && step !== 'growing' && step !== 'delivering';
  if (next.some((one) => one.id === id) || isBusy) {
    const title = steps.find(({ code }) => code === step)?.title;
    return title ? `Выкладываем. ${title} ${countWords(status)}`.trim() : 'В очереди на выкладку';
  }
  if (!last?.live_at) return 'Опубликовано.';
  return `На сайте в ${formatTime(last.live_at)}: ${last.changed.toLocaleString('ru')} ${plural(last.changed, ['страница изменена', 'страницы изменены', 'страниц изменено'])}.`;
}
