import { counted } from '#domain/plural.ts';
import { documentsNotice } from '#domain/subscriptions.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { DeskHead } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { text, useSearchState } from '../../lib/useSearchState.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { BroadcastScreen } from './BroadcastScreen.tsx';
import { broadcastStateWords, mailingTitle } from './words.ts';

const fields = { id: text };

/** Letters of the four mailings: who waits for them, what was sent, and a new one. */
export function Broadcasts() {
  const { state, change } = useSearchState(fields);
  if (state.id !== '')
    return (
      <BroadcastScreen
        id={state.id === 'new' ? undefined : Number(state.id)}
        onMade={(id) => change({ id: String(id) }, 'replace')}
        onClose={() => change({ id: '' })}
      />
    );
  return <BroadcastList show={(id) => change({ id })} />;
}

const readerWords = (code: string): [string, string, string] =>
  code === documentsNotice.code
    ? ['получатель', 'получателя', 'получателей']
    : ['подписчик', 'подписчика', 'подписчиков'];

function BroadcastList({ show }: { show(id: string): void }) {
  const { query, refetch } = useQuery('GET /api/editors/broadcasts');
  const found = query.data;
  return (
    <>
      <DeskHead title="Рассылки">
        <Button size="small" onClick={() => show('new')}>
          Новая рассылка
        </Button>
      </DeskHead>
      <p className="muted">
        Письма получают только те, кто выбрал рассылку и дал на неё согласие. В каждом письме есть ссылка,
        которая отписывает от этой рассылки. Об изменении документов администратор пишет всем, у кого есть
        учётная запись.
      </p>
      <QueryError query={query} refetch={refetch} />
      {found && (
        <dl className="desk-figures box columns column-12">
          {found.readers.map(({ code, title, count }) => (
            <div key={code}>
              <dt className="muted text-3">{title}</dt>
              <dd>{counted(count, readerWords(code))}</dd>
            </div>
          ))}
        </dl>
      )}
      {found?.items.length === 0 && <p className="center-text muted pad-block-16">Рассылок ещё не было.</p>}
      <ul className="desk-history">
        {found?.items.map((item) => (
          <li key={item.id}>
            <div className="cluster gap-6 row-gap-3">
              <button className="link-button brand" type="button" onClick={() => show(String(item.id))}>
                {item.subject}
              </button>
              <Pill title={mailingTitle(item.mailing)} />
              <Pill {...broadcastStateWords[item.state]} />
            </div>
            <p className="desk-kind muted text-3">
              {item.started_at
                ? `${formatDateTime(item.started_at)} · ушло: ${item.sent} · не ушло: ${item.failed} · отписались: ${item.unsubscribed}`
                : `Сохранена ${formatDateTime(item.updated_at)}`}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
