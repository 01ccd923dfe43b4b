import { useStore } from '@nanostores/react';
import type { Output } from '#contract/client/call.ts';
import { $unseen, markSeen } from '#stores/notifications.ts';
import { Button } from '#ui/Button.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Async } from '../lib/LoadError.tsx';
import { useMutation } from '../lib/useMutation.ts';
import { useQuery } from '../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../lib/useSearchState.ts';
import { formatDateTime } from '../lib/dates.ts';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';

type Notifications = Output<'GET /api/user/notifications'>;
type Shown = Notifications['items'][number];

/** /profile/notifications/: the latest first. */
export function NotificationsScreen() {
  return <ProfileFrame code="notifications">{() => <NotificationList />}</ProfileFrame>;
}

const fields = { page: pageNumber };

function NotificationList() {
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/user/notifications', { query: search.query });
  const { run, isBusy, message } = useMutation();
  const unseen = useStore($unseen) ?? 0;
  const seeAll = () =>
    void run(async () => {
      await markSeen();
      refetch();
    });
  return (
    <Panel
      title="Уведомления"
      action={
        unseen > 0 && (
          <Button variant="secondary" size="small" isBusy={isBusy} busy="Отмечаем…" onClick={seeAll}>
            Отметить все прочитанными
          </Button>
        )
      }
    >
      <p>
        Что из этого приходит и письмом, выберите <a href="/profile/settings/#letters">в настройках</a>.
      </p>
      <FormError message={message} />
      <Async query={query} refetch={refetch}>
        {({ items, total, page_size }) =>
          total === 0 ? (
            <p>Пока ничего нового. Здесь появятся ответы коллег, решения редакции и вопросы к вам.</p>
          ) : (
            <>
              <ul className="lines stack gap-0">
                {items.map((item) => (
                  <NotificationLine key={item.id} item={item} />
                ))}
              </ul>
              <Pagination paging={search} total={total} size={page_size} />
            </>
          )
        }
      </Async>
    </Panel>
  );
}

/** Anyone who follows it has seen it. */
function NotificationLine({ item: { id, title, more, url, at, seen } }: { item: Shown }) {
  return (
    <li className="notification" data-new={seen ? undefined : ''}>
      <span className="line-body stack gap-1 can-shrink">
        <a href={url} onClick={seen ? undefined : () => void markSeen([id]).catch(() => {})}>
          {title}
        </a>
        {more && <span>{more}</span>}
        <small className="muted text-3">
          {!seen && <b>Новое · </b>}
          {formatDateTime(at)}
        </small>
      </span>
    </li>
  );
}
