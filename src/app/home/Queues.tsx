import type { Output } from '#contract/client/call.ts';
import { formatDay } from '#domain/dates.ts';
import { deskQueues } from '#domain/desk.ts';
import { formatDate } from '../lib/dates.ts';
import { Part } from './Part.tsx';

type Queue = NonNullable<Output<'GET /api/user/today'>['queues']>[number];

/** What waits for an editor, since when and until when. */
export const Queues = ({ queues }: { queues: readonly Queue[] }) => (
  <Part title="Ждёт редакцию" url="/profile/editors/" more="Рабочее место редактора">
    {queues.map((queue) => (
      <li key={queue.code}>
        <a href={deskQueues[queue.code].url}>{deskQueues[queue.code].title}</a>: {queue.count}
        {queue.since && <small>дольше всех ждёт с {formatDate(queue.since)}</small>}
        <QueueTerm queue={queue} />
      </li>
    ))}
  </Part>
);

/** The nearest day: of a review it is set, of an application it was promised. */
function QueueTerm({ queue: { code, due, over } }: { queue: Queue }) {
  if (!due) return null;
  const day = due.length > 10 ? formatDate(due) : formatDay(due);
  const words = code === 'due' ? 'ближайший срок' : 'ответ обещан до';
  return (
    <small data-tone={over ? 'err' : undefined}>{over ? `срок прошёл ${day}` : `${words} ${day}`}</small>
  );
}
