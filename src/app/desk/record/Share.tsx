import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';

const spans = [
  { hours: 24, title: 'сутки' },
  { hours: 24 * 7, title: 'неделю' },
  { hours: 24 * 30, title: '30 дней' },
];

/** A link to the page of the draft for people without an account, open until its time is over. */
export function Share({ id }: { id: number }) {
  const [hours, setHours] = useState(24);
  const [made, setMade] = useState<{ url: string; expires_at: string }>();
  const [notice, setNotice] = useState('');
  const { run, isBusy, message } = useMutation();
  const share = async () => {
    setNotice('');
    const link = await run(() =>
      call('POST /api/editors/records/{id}/preview', { path: { id }, json: { hours } }),
    );
    if (!link.ok) return;
    setMade(link.data);
    await navigator.clipboard?.writeText(link.data.url).then(
      () => setNotice('Ссылка скопирована.'),
      () => undefined,
    );
  };
  return (
    <details className="desk-share">
      <summary>Поделиться предпросмотром</summary>
      <div className="desk-inline flow gap-4 align-end">
        <SelectField
          id="share-hours"
          label="Открывается"
          value={hours}
          onChange={({ target }) => setHours(Number(target.value))}
        >
          {spans.map((span) => (
            <option key={span.hours} value={span.hours}>
              {span.title}
            </option>
          ))}
        </SelectField>
        <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void share()}>
          Сделать ссылку
        </Button>
      </div>
      {made && (
        <p>
          <label>
            Ссылка, до {formatDateTime(made.expires_at)}
            <input className="input" readOnly value={made.url} onFocus={(event) => event.target.select()} />
          </label>
        </p>
      )}
      <p role="status">{notice}</p>
      <FormError message={message} />
    </details>
  );
}
