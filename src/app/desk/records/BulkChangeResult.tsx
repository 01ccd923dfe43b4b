import { useEffect, useRef } from 'react';
import type { ChangedMany } from '#contract/editors.ts';

/** A change of many records that was made. */
export interface BulkChange extends ChangedMany {
  action: string;
  /** Title of the changed field. */
  field: string | undefined;
}

const outcomes: Readonly<Record<string, string>> = {
  none: 'Правки остались черновиками.',
  publish: 'Они опубликованы.',
  submit: 'Они отправлены на проверку.',
  discard: 'Правки удалены.',
  own: 'За них отвечаете вы.',
};

/** What a change of many records did, in the place of its form; the focus is here, so that it is seen and read. */
export function BulkChangeResult({ done }: { done: BulkChange }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const { action, field, changed, refused, items } = done;
  return (
    <div ref={place} tabIndex={-1} className="callout around-4" data-tone="info" role="status">
      <p>
        Изменено записей: {changed.toLocaleString('ru')}
        {field && `, поле «${field}»`}.{changed > 0 && ` ${outcomes[action] ?? ''}`}
        {refused > 0 && ` Осталось как есть: ${refused.toLocaleString('ru')}.`}
      </p>
      {refused > 0 && (
        <ul>
          {items
            .filter(({ refusal }) => refusal !== null)
            .map(({ id, title, refusal }) => (
              <li key={id}>
                <strong>{title}</strong>: {refusal}
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
