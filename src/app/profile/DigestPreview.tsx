import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { frequencyTitles, type SentFrequency } from '#domain/subscriptions.ts';
import { $subscriptions } from '#stores/subscriptions.ts';
import { SelectField } from '#ui/Field.tsx';
import { formatDateTime } from '../lib/dates.ts';
import { Async } from '../lib/LoadError.tsx';
import { Panel } from './Panel.tsx';
import { useQuery } from '../lib/useQuery.ts';

/** The next letter about changes, as it would be now. */
export function DigestPreview() {
  const [frequency, setFrequency] = useState<SentFrequency>('weekly');
  const items = useStore($subscriptions);
  // Another list of subscriptions makes another letter.
  const key = `${frequency} ${items?.map(({ kind, id, frequency: own }) => `${kind}${id}${own}`).join() ?? ''}`;
  return (
    <Panel title="Следующее письмо">
      <SelectField
        id="digest-frequency"
        label="Каких подписок"
        value={frequency}
        onChange={({ target }) => setFrequency(target.value as SentFrequency)}
      >
        <option value="weekly">{frequencyTitles.weekly}</option>
        <option value="daily">{frequencyTitles.daily}</option>
        <option value="now">{frequencyTitles.now}</option>
      </SelectField>
      <Letter key={key} frequency={frequency} />
    </Panel>
  );
}

function Letter({ frequency }: { frequency: SentFrequency }) {
  const { query, refetch } = useQuery('GET /api/subscribes/digest', { query: { frequency } });
  return (
    <Async query={query} refetch={refetch}>
      {({ letter, groups, next_at }) =>
        letter ? (
          <>
            <p>
              Тема: <b>{letter.subject}</b>. Уйдёт не раньше {formatDateTime(next_at)}.
            </p>
            <div className="letter rounded" tabIndex={0} role="region" aria-label="Текст письма">
              {groups.map((group) => (
                <section key={`${group.kind} ${group.id}`}>
                  <h3>
                    <a href={group.url}>{group.title}</a>
                  </h3>
                  <ul>
                    {group.changes.map((change) => (
                      <li key={`${change.title} ${change.lines.join()}`}>
                        {change.title}
                        {change.lines.length > 0 && (
                          <ul>
                            {change.lines.map((line) => (
                              <li key={line}>{line}</li>
                            ))}
                          </ul>
                        )}
                      </li>
                    ))}
                    {group.more > 0 && <li>и ещё {group.more}</li>}
                  </ul>
                </section>
              ))}
            </div>
          </>
        ) : (
          <p>Пока писать не о чем: в том, за чем вы следите, изменений не было.</p>
        )
      }
    </Async>
  );
}
