import { call, type Output } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { frequencies, frequencyTitles, type Frequency } from '#domain/subscriptions.ts';
import { changeProfile } from '#stores/session.ts';
import { Async } from '../lib/LoadError.tsx';
import { useMutation } from '../lib/useMutation.ts';
import { useQuery } from '../lib/useQuery.ts';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';

type Choices = Output<'GET /api/user/notifications/choices'>;

/** How often letters of each kind come: a switch each, and nothing else decides (issue 20). */
export function LetterChoices({ user }: { user: User }) {
  const { query, refetch, replace } = useQuery('GET /api/user/notifications/choices');
  const { run, isBusy, message } = useMutation();
  const choose = (kind: Choices[number]['kind'], frequency: Frequency) =>
    void run(async () =>
      replace(await call('POST /api/user/notifications/choices', { form: { kind, frequency } })),
    );
  return (
    <Panel title="Письма" id="letters">
      <p>
        Сами уведомления всегда остаются <a href="/profile/notifications/">на портале</a>. «Раз в день» и «раз
        в неделю» приходят одним письмом в 9 утра по Москве, раз в неделю — по понедельникам.
      </p>
      <FormError message={message} />
      <ul className="lines stack gap-0">
        <li>
          <span className="line-body stack gap-1 can-shrink">
            <span id="letters-followed">Изменения в том, за чем слежу</span>
            <small className="muted text-3">
              Для новых подписок; у каждой <a href="/profile/subscribes/">можно выбрать своё</a>.
            </small>
          </span>
          <Frequencies
            label="letters-followed"
            value={user.frequency}
            isBusy={isBusy}
            choose={(frequency) =>
              void run(() => changeProfile('POST /api/user/frequency', { form: { frequency } }))
            }
          />
        </li>
        <Async query={query} refetch={refetch}>
          {(choices) =>
            choices.map(({ kind, title, frequency, fixed, note }) => (
              <li key={kind}>
                <span className="line-body stack gap-1 can-shrink">
                  <span id={`letters-${kind}`}>{title}</span>
                  {note && <small className="muted text-3">{note}</small>}
                </span>
                {fixed ? (
                  !note && <small>Всегда сразу</small>
                ) : (
                  <Frequencies
                    label={`letters-${kind}`}
                    value={frequency}
                    isBusy={isBusy}
                    choose={(chosen) => choose(kind, chosen)}
                  />
                )}
              </li>
            ))
          }
        </Async>
      </ul>
    </Panel>
  );
}

interface FrequenciesProps {
  /** The id of the words that say what it is about. */
  label: string;
  value: string;
  isBusy: boolean;
  choose(frequency: Frequency): void;
}

const Frequencies = ({ label, value, isBusy, choose }: FrequenciesProps) => (
  <select
    className="input"
    aria-labelledby={label}
    value={value}
    disabled={isBusy}
    onChange={({ target }) => choose(target.value as Frequency)}
  >
    {frequencies.map((code) => (
      <option key={code} value={code}>
        {frequencyTitles[code]}
      </option>
    ))}
  </select>
);
