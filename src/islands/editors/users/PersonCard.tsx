import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { deedTitle } from '#domain/deeds.ts';
import { formatDay } from '#domain/dates.ts';
import { plural } from '#domain/plural.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';
import { Failure } from '../parts/Failure.tsx';
import { useAnswer } from '../useAnswer.ts';
import { useDeed } from '../useDeed.ts';
import { momentWords } from '../words.ts';
import type { Person } from './Users.tsx';
import { roles, states } from './words.ts';

const tones: Record<Person['state'], string> = { active: 'neutral', blocked: 'err', unconfirmed: 'warn' };

/** One account in the list; what was decided about it, and what can be, is asked for when it is opened. */
export function PersonCard({ person, done }: { person: Person; done(): void }) {
  const [isOpen, setOpen] = useState(false);
  const isMe = useStore($user)?.id === person.id;
  const name = [person.last_name, person.name, person.second_name].filter(Boolean).join(' ');
  return (
    <li>
      <div className="desk-history-head">
        {name && <strong>{name}</strong>}
        <span className="desk-details">{person.email}</span>
        <span className="pill">{roles[person.type]}</span>
        <span className="pill" data-tone={tones[person.state]}>
          {states[person.state]}
        </span>
        {person.verified && (
          <span className="pill" data-tone="ok">
            Врач подтверждён
          </span>
        )}
      </div>
      <p className="desk-kind">
        {[person.work, person.city, `с ${formatDay(person.created_at.slice(0, 10))}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isMe ? (
        <p className="desk-kind">Это вы. О вашей роли и доступе решает другой администратор.</p>
      ) : (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Роль, доступ и решения</summary>
          {isOpen && <Deciding person={person} done={done} />}
        </details>
      )}
    </li>
  );
}

function Deciding({ person, done }: { person: Person; done(): void }) {
  const { answer, again } = useAnswer('GET /api/editors/users/{id}', { path: { id: person.id } });
  const [type, setType] = useState(person.type);
  const [reason, setReason] = useState('');
  const [told, setTold] = useState('');
  const { run, isBusy, message } = useDeed();
  const path = { id: person.id };
  const isBlocked = person.state === 'blocked';
  const whole = answer.data;
  const decide = async (
    deed:
      | 'POST /api/editors/users/{id}/role'
      | 'POST /api/editors/users/{id}/block'
      | 'POST /api/editors/users/{id}/unblock'
      | 'POST /api/editors/users/{id}/second-factor/reset',
    words: string,
  ) => {
    setTold('');
    const json = deed.endsWith('/role') ? { type, reason } : { reason };
    if (!(await run(deed, { path, json }))) return;
    setReason('');
    setTold(words);
    again();
    done();
  };
  return (
    <>
      {answer.state === 'failed' && <Failure error={answer.error} again={again} />}
      {whole && (
        <p className="desk-kind">
          {whole.sessions > 0
            ? `Открыто входов: ${whole.sessions}. Последний раз ${momentWords(whole.seen_at ?? '')}. `
            : 'Открытых входов нет. '}
          {
            {
              on: 'Второй фактор включён.',
              off: 'Второго фактора нет.',
              required: 'Второй фактор нужен, но не включён.',
            }[whole.second_factor]
          }
        </p>
      )}
      <div className="desk-columns">
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
              {value === person.type && ' (сейчас)'}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="desk-actions">
        <Button
          size="small"
          isBusy={isBusy}
          disabled={type === person.type}
          onClick={() =>
            void decide('POST /api/editors/users/{id}/role', `Теперь это ${roles[type].toLowerCase()}.`)
          }
        >
          Сменить роль
        </Button>
        {whole?.second_factor === 'on' && (
          <Button
            variant="secondary"
            size="small"
            isBusy={isBusy}
            onClick={() =>
              void decide('POST /api/editors/users/{id}/second-factor/reset', 'Второй фактор снят.')
            }
          >
            Снять второй фактор
          </Button>
        )}
        <Button
          variant={isBlocked ? 'secondary' : 'danger'}
          size="small"
          isBusy={isBusy}
          onClick={() =>
            void (isBlocked
              ? decide('POST /api/editors/users/{id}/unblock', 'Блокировка снята, письмо отправлено.')
              : decide(
                  'POST /api/editors/users/{id}/block',
                  'Заблокировано: входы завершены, письмо отправлено.',
                ))
          }
        >
          {isBlocked ? 'Снять блокировку' : 'Заблокировать'}
        </Button>
      </div>
      {told && (
        <p className="desk-note" role="status">
          {told}
        </p>
      )}
      {whole && whole.decisions.length > 0 && (
        <>
          <h3>
            {whole.decisions.length} {plural(whole.decisions.length, ['решение', 'решения', 'решений'])}
          </h3>
          <ul className="desk-decisions">
            {whole.decisions.map(({ at, deed, by, reason: why }) => (
              <li key={`${at} ${deed}`}>
                {momentWords(at)}: {deedTitle(deed)}
                {by && `, ${by}`}
                {why && <span className="desk-kind">{why}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
