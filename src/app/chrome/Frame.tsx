import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { isUnfinished } from '#contract/client/user.ts';
import { noticeTimeouts } from '#domain/notice.ts';
import { counted } from '#domain/plural.ts';
import { $notices } from '#stores/notices.ts';
import { $unseen, watchUnseen } from '#stores/notifications.ts';
import { $user } from '#stores/session.ts';
import { renderIsland } from '../lib/renderIsland.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { NoticeCard } from './NoticeCard.tsx';
import { Icon } from '#ui/Icon.tsx';
import { injectStyles } from '#ui/injectStyles.ts';
import css from './frame.css?inline';

injectStyles(css);

/** Runs once, see ./start.ts. */
export function drawFrame(): void {
  const place = document.createElement('div');
  document.body.append(place);
  renderIsland(place, <Frame />);
}

export function Frame() {
  const user = useStore($user);
  const account = document.querySelector('[data-account]');
  return (
    <>
      <Notices />
      {user &&
        account &&
        createPortal(
          <>
            {!isUnfinished(user) && <Bell />}
            <AccountMenu user={user} />
          </>,
          account,
        )}
    </>
  );
}

/** Errors are said at once, the rest when the reader pauses: the two live regions stand in the page. */
function Notices() {
  const notices = useStore($notices);
  const area = document.querySelector<HTMLElement>('.notices');
  const [status, alert] = area ? [area.children[0], area.children[1]] : [];
  if (!area || !status || !alert) return null;
  const usual = Number(area.dataset['timeout']) || noticeTimeouts.default;
  const cards = (isError: boolean) =>
    notices
      .filter(({ icon }) => (icon === 'error') === isError)
      .map((notice) => <NoticeCard key={notice.id} notice={notice} usual={usual} />);
  return (
    <>
      {createPortal(cards(false), status)}
      {createPortal(cards(true), alert)}
    </>
  );
}

/** The bell in the header of anyone who has signed in: how much is new, and the way to it. */
function Bell() {
  const unseen = useStore($unseen) ?? 0;
  useEffect(watchUnseen, []);
  const said = unseen > 0 ? `: ${counted(unseen, ['новое', 'новых', 'новых'])}` : '';
  return (
    <a
      className="button relative no-shrink"
      data-variant="quiet"
      data-shape="icon"
      href="/profile/notifications/"
    >
      <Icon name="bell" label={`Уведомления${said}`} />
      {unseen > 0 && (
        <span className="bell-count semibold center-text" aria-hidden="true">
          {unseen > 99 ? '99+' : unseen}
        </span>
      )}
    </a>
  );
}
