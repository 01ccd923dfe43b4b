import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Output } from '#contract/client/call.ts';
import { caseStates } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { describeDeadline } from '#domain/question-deadline.ts';
import { markSeen } from '#stores/notifications.ts';
import { $subscriptions } from '#stores/subscriptions.ts';
import { Async } from '../lib/LoadError.tsx';
import { formatDate } from '../lib/dates.ts';
import { Panel } from '../profile/Panel.tsx';
import { useQuery } from '../lib/useQuery.ts';
import { Queues } from './Queues.tsx';
import { useNow } from '../lib/useNow.ts';
import { Part } from './Part.tsx';
import './styles.ts';

type Known = Output<'GET /api/user/today'>;

/** «Сегодня для вас»: what is new, what waits for this person, what has changed in what they follow. */
export function Today() {
  const { query, refetch } = useQuery('GET /api/user/today');
  return (
    <Panel title="Сегодня для вас">
      <Async query={query} refetch={refetch}>
        {(known) => <Parts known={known} />}
      </Async>
    </Panel>
  );
}

function Parts({ known }: { known: Known }) {
  const { notifications, changes, questions, cases, queues } = known;
  const parts: ReactNode[] = [
    queues && queues.length > 0 && <Queues key="queues" queues={queues} />,
    notifications.total > 0 && <Notifications key="notifications" notifications={notifications} />,
    questions && questions.total > 0 && <Questions key="questions" questions={questions} />,
    cases && cases.total > 0 && <RecentOwnCases key="cases" cases={cases} />,
    changes.length > 0 && <Changes key="changes" changes={changes} />,
  ].filter(Boolean);
  return parts.length > 0 ? (
    <div className="gap-12 columns column-19">{parts}</div>
  ) : (
    <Nothing known={known} />
  );
}

function Nothing({ known: { follows, questions, queues } }: { known: Known }) {
  // Anyone who follows on this page is known before the portal is asked again.
  const following = useStore($subscriptions)?.length ?? follows;
  return (
    <>
      {following > 0 ? (
        <p>За две недели в том, за чем вы следите, ничего не изменилось.</p>
      ) : (
        <p>
          Вы пока ни за чем не следите. <a href="/profile/subscribes/">Выберите, за чем следить</a>, и здесь
          будет видно, что изменилось.
        </p>
      )}
      {questions && <p>Открытых вопросов к вам нет.</p>}
      {queues && <p>Редакцию никто не ждёт.</p>}
    </>
  );
}

function Notifications({ notifications: { items, total } }: Pick<Known, 'notifications'>) {
  return (
    <Part title="Новое" url="/profile/notifications/" more={`Все уведомления, новых: ${total}`}>
      {items.map(({ id, title, url, at }) => (
        <li key={id}>
          <a href={url} onClick={() => void markSeen([id]).catch(() => {})}>
            {title}
          </a>
          <small>{formatDate(at)}</small>
        </li>
      ))}
    </Part>
  );
}

const messages = (count: number) => counted(count, ['сообщение', 'сообщения', 'сообщений']);

function Questions({ questions: { items, total } }: { questions: NonNullable<Known['questions']> }) {
  const now = useNow();
  return (
    <Part
      title="Вопросы к вам"
      url="/cases/?mine=speciality&mine=diseases&question=open"
      more={`Все вопросы: ${total}`}
    >
      {items.map(({ id, title, answers, published_at, term }) => (
        <li key={id}>
          <a href={`/cases/${id}/`}>{title}</a>
          <small>
            {[
              formatDate(published_at),
              term ? describeDeadline(term, now).text : answers > 0 && messages(answers),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </Part>
  );
}

function RecentOwnCases({ cases: { items, total } }: { cases: NonNullable<Known['cases']> }) {
  return (
    <Part title="Мои случаи" url="/profile/cases/" more={`Все мои случаи: ${total}`}>
      {items.map(({ id, title, state, published, readers, answers, remarks }) => (
        <li key={id}>
          <a href={published ? `/cases/${id}/` : `/profile/cases/detail/?id=${id}`}>
            {title || 'Без названия'}
          </a>
          <small>
            {[
              caseStates[state],
              published && counted(readers, ['читатель', 'читателя', 'читателей']),
              published && (answers > 0 ? messages(answers) : 'ответов нет'),
              remarks > 0 && counted(remarks, ['замечание', 'замечания', 'замечаний']),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </Part>
  );
}

function Changes({ changes }: Pick<Known, 'changes'>) {
  return (
    <Part
      title="Изменилось в том, за чем вы следите"
      url="/profile/subscribes/"
      more="Подписки и следующее письмо"
    >
      {changes.map(({ id, title, url, what, through, at }) => (
        <li key={id}>
          <a href={url}>{title}</a>
          <small>
            {[formatDate(at), what, through && `вы следите: ${through}`].filter(Boolean).join(' · ')}
          </small>
        </li>
      ))}
    </Part>
  );
}
