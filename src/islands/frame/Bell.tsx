import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { counted } from '#domain/plural.ts';
import { $unseen, watchUnseen } from '#stores/notifications.ts';
import { Icon } from '#ui/Icon.tsx';

/** The bell in the header of anyone who has signed in: how much is new, and the way to it. */
export function Bell() {
  const unseen = useStore($unseen) ?? 0;
  useEffect(watchUnseen, []);
  const said = unseen > 0 ? `: ${counted(unseen, ['новое', 'новых', 'новых'])}` : '';
  return (
    <a className="button bell" data-variant="quiet" data-shape="icon" href="/profile/notifications/">
      <Icon name="bell" label={`Уведомления${said}`} />
      {unseen > 0 && (
        <span className="bell-count semibold" aria-hidden="true">
          {unseen > 99 ? '99+' : unseen}
        </span>
      )}
    </a>
  );
}
