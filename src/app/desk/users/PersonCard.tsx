import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { auditActionTitle } from '#domain/audit-actions.ts';
import { counted } from '#domain/plural.ts';
import { invalidate } from '#stores/queries.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import type { Person } from './words.ts';
import { roleOf, roles, states } from './words.ts';

const tones: Record<Person['state'], string> = { active: 'neutral', blocked: 'err', unconfirmed: 'warn' };

/** One account in the list; what was decided about it, and what can be, is asked for when it is opened. */
export function PersonCard({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  const isMe = useStore($user)?.id === person.id;
  const name = [person.last_name, person.name, person.second_name].filter(Boolean).join(' ');
  return (
    <li>
      <div className="cluster gap-6 row-gap-3">
        {name && <strong>{name}</strong>}
        <span className="desk-details break-anywhere">{person.email}</span>
        <Pill title={roleOf(person)} />
        <Pill title={states[person.state]} tone={tones[person.state]} />
        {person.verified && <Pill title="Врач подтверждён" tone="ok" />}
      </div>
      <p className="desk-kind muted text-3">
        {[person.work, person.city, `с ${formatDate(person.created_at)}`].filter(Boolean).join(' · ')}
      </p>
      {isMe ? (
        <p className="desk-kind muted text-3">Это вы. О вашей роли и доступе решает другой администратор.</p>
      ) : (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Роль, доступ и решения</summary>
          {isOpen && <Deciding person={person} />}
        </details>
      )}
    </li>
  );
}

/** What an administrator may decide about a person. */
type Decision = 'role' | 'block' | 'unblock' | 'second-factor/reset';

function Deciding({ person }: { person: Person }) {
  const { query, refetch } = useQuery('GET /api/editors/users/{id}', { path: { id: person.id } });
  const [type, setType] = useState(person.type);
  const [reason, setReason] = useState('');
  const [notice, setNotice] = useState('');
  const { run, isBusy, message } = useMutation();
  const isNow = (role: string) => role === person.type && !person.family;
  const whole = query.data;
  const decide = async (decision: Decision, words: string) => {
    setNotice('');
    const json = decision === 'role' ? { type, reason } : { reason };
    const { ok } = await run(() =>
      call(`POST /api/editors/users/{id}/${decision}`, { path: { id: person.id }, json }),
    );
    if (!ok) return;
    setReason('');
    setNotice(words);
    refetch();
    invalidate('GET /api/editors/users');
  };
  return (
    <>
      <QueryError query={query} refetch={refetch} />
      {whole && <SignIns {...whole} />}
      <div className="gap-6 align-start columns-fill column-12">
        <TextField
          id={`reason-${person.id}`}
          label="Почему"
          hint="Останется в журнале; о блокировке человек прочтёт это в письме."
          error={message || undefined}
          value={reason}
          maxLength={1000}
          onChange={({ target }) => setReason(target.value)}
        />
        <SelectField
          id={`role-${person.id}`}
          label="Новая роль"
          hint="Все входы человека завершатся."
          value={type}
          onChange={({ target }) => setType(target.value as Person['type'])}
        >
          {Object.entries(roles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
              {isNow(value) && ' (сейчас)'}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="desk-actions cluster gap-4">
        <Button
          size="small"
          isBusy={isBusy}
          disabled={isNow(type)}
          onClick={() => void decide('role', `Теперь это ${roles[type].toLowerCase()}.`)}
        >
          Сменить роль
        </Button>
        {whole?.second_factor === 'on' && (
          <Button
            variant="secondary"
            size="small"
            isBusy={isBusy}
            onClick={() => void decide('second-factor/reset', 'Второй фактор снят.')}
          >
            Снять второй фактор
          </Button>
        )}
        <BlockButton isBlocked={person.state === 'blocked'} isBusy={isBusy} decide={decide} />
      </div>
      {notice && (
        <p className="callout around-4" data-tone="info" role="status">
          {notice}
        </p>
      )}
      {whole && whole.decisions.length > 0 && <Decisions decisions={whole.decisions} />}
    </>
  );
}

function BlockButton({
  isBlocked,
  isBusy,
  decide,
}: {
  isBlocked: boolean;
  isBusy: boolean;
  decide(decision: Decision, words: string): Promise<void>;
}) {
  return isBlocked ? (
    <Button
      variant="secondary"
      size="small"
      isBusy={isBusy}
      onClick={() => void decide('unblock', 'Блокировка снята, письмо отправлено.')}
    >
      Снять блокировку
    </Button>
  ) : (
    <Button
      variant="danger"
      size="small"
      isBusy={isBusy}
      onClick={() => void decide('block', 'Заблокировано: входы завершены, письмо отправлено.')}
    >
      Заблокировать
    </Button>
  );
}

type Whole = Output<'GET /api/editors/users/{id}'>;

const secondFactorWords: Record<Whole['second_factor'], string> = {
  on: 'Второй фактор включён.',
  off: 'Второго фактора нет.',
  required: 'Второй фактор нужен, но не включён.',
};

function SignIns({ sessions, seen_at, second_factor }: Whole) {
  return (
    <p className="desk-kind muted text-3">
      {sessions > 0
        ? `Открыто входов: ${sessions}. Последний раз ${formatDateTime(seen_at ?? '')}. `
        : 'Открытых входов нет. '}
      {secondFactorWords[second_factor]}
    </p>
  );
}

/** What was decided about the person so far, the latest first. */
function Decisions({ decisions }: Pick<Whole, 'decisions'>) {
  return (
    <>
      <h3>{counted(decisions.length, ['решение', 'решения', 'решений'])}</h3>
      <ul className="stack gap-4">
        {decisions.map(({ at, action, by, reason }) => (
          <li key={`${at} ${action}`}>
            {formatDateTime(at)}: {auditActionTitle(action)}
            {by && `, ${by}`}
            {reason && <span className="desk-kind muted text-3">{reason}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
