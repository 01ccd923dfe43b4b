import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { broadcastText } from '#contract/forms/broadcasts.ts';
import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import { $user } from '#stores/session.ts';
import { SelectField, TextField } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { ProseField } from '../record/ProseField.tsx';
import { broadcastStateWords, type ShownBroadcast } from './words.ts';
import { LetterFrame } from './LetterFrame.tsx';
import { Sending } from './Sending.tsx';

/** One mailing: its text while it is a draft, the letter as it will come, and how its sending goes. */
export function BroadcastScreen({
  id: given,
  onMade,
  onClose,
}: {
  id: number | undefined;
  onMade(id: number): void;
  onClose(): void;
}) {
  const [id, setId] = useState(given);
  const { query, refetch, replace } = useQuery('GET /api/editors/broadcasts/{id}', {
    path: { id: id ?? 0 },
    isEnabled: id !== undefined,
    // While letters go.
    refetchInterval: (data) => (data && (data.state === 'sending' || data.waiting > 0) ? 2000 : undefined),
  });
  const broadcast = query.data;
  const isDraft = id === undefined || broadcast?.state === 'draft';
  const keep = (saved: ShownBroadcast) => {
    if (id === undefined) {
      setId(saved.id);
      onMade(saved.id);
    }
    replace(saved);
  };
  return (
    <>
      <p className="below-4">
        <a href="/profile/editors/broadcasts/">Все рассылки</a>
      </p>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>{id === undefined ? 'Новая рассылка' : (broadcast?.subject ?? 'Рассылка')}</h1>
        {broadcast && <Pill {...broadcastStateWords[broadcast.state]} />}
      </div>
      <QueryError query={query} refetch={refetch} />
      <div className="broadcast align-start above-8 columns column-24 gap-12">
        {isDraft && (id === undefined || broadcast) && <BroadcastText broadcast={broadcast} onSaved={keep} />}
        {broadcast && (
          <div>
            <Sending broadcast={broadcast} replace={replace} onRemoved={onClose} />
            <LetterFrame key={broadcast.version} id={broadcast.id} />
          </div>
        )}
      </div>
    </>
  );
}

function BroadcastText({
  broadcast,
  onSaved,
}: {
  broadcast: ShownBroadcast | undefined;
  onSaved(saved: ShownBroadcast): void;
}) {
  const isAdmin = useStore($user)?.type === 'admin';
  return (
    <ApiForm
      id="broadcast"
      kept={`broadcast ${broadcast?.id ?? 'new'}`}
      schema={broadcastText}
      values={{
        mailing: broadcast?.mailing ?? ('' as 'news'),
        subject: broadcast?.subject ?? '',
        body: broadcast?.body ?? '',
      }}
      label="Текст рассылки"
      failed="Рассылка не сохранена"
      submit="Сохранить"
      busy="Сохраняем…"
      send={async (values, key, form) => {
        const json = { ...values, version: broadcast?.version };
        const saved = broadcast
          ? await call('POST /api/editors/broadcasts/{id}', { path: { id: broadcast.id }, json })
          : await call('POST /api/editors/broadcasts', { json, headers: { 'idempotency-key': key } });
        form.reset(values);
        onSaved(saved);
      }}
    >
      {({ form, field, select }) => {
        const { value, onChange, ...body } = select('body');
        return (
          <>
            <SelectField label="Рассылка" required {...field('mailing')}>
              <option value="">Выберите</option>
              {[...mailings, ...(isAdmin ? [documentsNotice] : [])].map(({ code, title }) => (
                <option key={code} value={code}>
                  {title}
                </option>
              ))}
            </SelectField>
            {select('mailing').value === documentsNotice.code && (
              <p className="muted">
                Письмо получат все, у кого есть учётная запись, и отписаться от него нельзя. В нём говорится
                только о том, что изменилось в документах портала: новостям, приглашениям и рекламе здесь не
                место. Ссылки на политику и согласие добавятся сами.
              </p>
            )}
            <TextField label="Тема письма" required {...field('subject')} />
            <ProseField
              {...body}
              label="Текст письма"
              isOptional={false}
              value={value}
              onChange={(text) => onChange(text ?? '')}
            />
            <span className="muted" role="status">
              {broadcast && (form.formState.isDirty ? 'Есть несохранённое' : 'Сохранено')}
            </span>
          </>
        );
      }}
    </ApiForm>
  );
}
