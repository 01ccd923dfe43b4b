import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CallError } from '#contract/client/call.ts';
import type { Editing } from '#stores/editing.ts';
import { Button } from '#ui/Button.tsx';
import { formatTime } from '../../lib/dates.ts';

/** Who else has the record open. */
export function PresenceBanner({ editing }: { editing: Editing }) {
  const presence = useStore(editing.$presence);
  const [message, setMessage] = useState('');
  useEffect(() => editing.watchPresence(), [editing]);

  const take = async () => {
    try {
      await editing.sendPresence('take');
      setMessage('');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
    }
  };

  if (!presence || presence.others.length === 0) return null;
  return (
    <div className="callout around-4" data-tone="info" role="status">
      {presence.is_mine ? (
        <>Запись открыта и у других: {presence.others.map(({ name }) => name).join(', ')}.</>
      ) : (
        <>
          Редактирует {presence.holder?.name} с {presence.holder && formatTime(presence.holder.since)}. Ваши
          правки сведутся по полям.{' '}
          <Button variant="secondary" size="small" onClick={() => void take()}>
            Перехватить
          </Button>
        </>
      )}
      {message && <p>{message}</p>}
    </div>
  );
}
