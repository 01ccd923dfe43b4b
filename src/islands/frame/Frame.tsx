import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import { isUnfinished } from '#contract/client/user.ts';
import { noticeTimeouts } from '#domain/notice.ts';
import { $notices } from '#stores/notices.ts';
import { $user } from '#stores/session.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './Bell.tsx';
import { NoticeCard } from './NoticeCard.tsx';
import { injectStyles } from '#ui/injectStyles.ts';
import css from './frame.css?inline';

injectStyles(css);

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
