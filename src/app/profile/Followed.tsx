import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SubscriptionItem } from '#contract/client/user.ts';
import {
  frequencies,
  frequencyTitles,
  type Followed as Kind,
  type Frequency,
} from '#domain/subscriptions.ts';
import { escapeHtml } from '#domain/escape.ts';
import { addNotice } from '#stores/notices.ts';
import {
  $areSubscriptionsLoading,
  $subscriptions,
  follow,
  followAll,
  loadSubscriptions,
  unfollow,
  unfollowAll,
} from '#stores/subscriptions.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { matching } from '#ui/options.ts';
import { LoadError } from '../lib/LoadError.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { enough, SuggestedDiseases } from './SuggestedDiseases.tsx';
import { useMutation } from '../lib/useMutation.ts';

const groups: Record<Kind, string> = {
  disease: 'Заболевания',
  drug: 'Препараты',
  research: 'Исследования',
  clinic: 'Учреждения',
  area: 'Области медицины',
  filter: 'Запросы',
};
/** From so many lines on there is a field to find one. */
const searchFrom = 10;

export function Followed() {
  const items = useStore($subscriptions);
  const isLoading = useStore($areSubscriptionsLoading);
  const [typed, setTyped] = useState('');
  const { isBusy, message, run } = useMutation();

  if (!items) return <Unloaded isLoading={isLoading} />;
  const removeAll = () =>
    void run(async () => {
      await unfollowAll(items);
      addNotice({
        icon: 'info',
        html: 'Вы больше ни за чем не следите.',
        // The error store shows failures.
        buttons: [{ title: 'Вернуть все', press: () => void followAll(items).catch(() => {}) }],
      });
    });
  const found = matching(
    items.map((item) => ({ ...item, value: item.title })),
    typed,
  );
  return (
    <Panel title="Я слежу">
      <p>
        Как часто приходят письма о новых подписках, выберите{' '}
        <a href="/profile/settings/#letters">в настройках</a>; у каждой можно выбрать своё.
      </p>
      <FormError message={message} />
      {items.length >= searchFrom && (
        <TextField
          id="find-subscription"
          label="Найти среди подписок"
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {items.length === 0 && (
        <p>
          Вы пока ни за чем не следите. Кнопка «Следить» есть на страницах заболеваний, препаратов,
          исследований и учреждений.
        </p>
      )}
      {items.length < enough && <SuggestedDiseases />}
      {Object.entries(groups).map(([kind, title]) => (
        <FollowedGroup key={kind} title={title} items={found.filter((item) => item.kind === kind)} />
      ))}
      {items.length > 1 && (
        <div>
          <Button variant="quiet" size="small" isBusy={isBusy} busy="Отписываемся…" onClick={removeAll}>
            Не следить ни за чем
          </Button>
        </div>
      )}
      {items.length > 0 && found.length === 0 && <p role="status">Среди подписок такого нет.</p>}
    </Panel>
  );
}

function Unloaded({ isLoading }: { isLoading: boolean }) {
  return (
    <Panel title="Я слежу">
      {isLoading ? (
        <p role="status">Загружаем…</p>
      ) : (
        <LoadError message="Подписки не загрузились." refetch={() => void loadSubscriptions()} />
      )}
    </Panel>
  );
}

function FollowedGroup({ title, items }: { title: string; items: readonly SubscriptionItem[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="lines stack gap-0">
        {items.map((item) => (
          <FollowedLine key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function FollowedLine({ item }: { item: SubscriptionItem }) {
  const { isBusy, message, run } = useMutation();
  const remove = () =>
    void run(async () => {
      await unfollow(item);
      addNotice({
        icon: 'info',
        html: `Вы больше не следите: ${escapeHtml(item.title)}`,
        buttons: [{ title: 'Вернуть', press: () => void follow(item, item.frequency).catch(() => {}) }],
      });
    });
  return (
    <li>
      <span className="line-body stack gap-1 can-shrink">
        <a href={item.url}>{item.title}</a>
        <FormError message={message} />
      </span>
      <span className="row">
        <select
          className="input"
          aria-label={`Как часто: ${item.title}`}
          value={item.frequency}
          disabled={isBusy}
          onChange={({ target }) => void run(() => follow(item, target.value as Frequency))}
        >
          {frequencies.map((code) => (
            <option key={code} value={code}>
              {frequencyTitles[code]}
            </option>
          ))}
        </select>
        <Button
          variant="quiet"
          size="small"
          isBusy={isBusy}
          aria-label={`Не следить: ${item.title}`}
          onClick={remove}
        >
          Не следить
        </Button>
      </span>
    </li>
  );
}
