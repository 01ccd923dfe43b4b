import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskMenu } from '#contract/desk.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { ReorderButtons } from '../parts/ReorderButtons.tsx';
import { RemoveButton } from '../parts/RemoveButton.tsx';
import { moved, useStableKeys } from '../parts/useStableKeys.ts';
import { FormError } from '#ui/FormError.tsx';
import { Pill } from '#ui/Pill.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';

/** The menus of the portal; what is saved is on every page as soon as the pages are rendered. */
export function Menus() {
  const { query, refetch } = useQuery('GET /api/editors/navigation');
  return (
    <>
      <p className="muted">Меню стоит на каждой странице: после сохранения портал строит их все заново.</p>
      <QueryError query={query} refetch={refetch} />
      {query.data?.map((menu) => (
        // Another menu from the server is drawn again: what is typed rests on the one that is shown.
        <Menu key={`${menu.code} ${JSON.stringify(menu.items)}`} menu={menu} done={refetch} />
      ))}
    </>
  );
}

type Line = DeskMenu['items'][number];

function Menu({ menu, done }: { menu: DeskMenu; done(): void }) {
  const [lines, setLines] = useState<Line[]>(menu.items);
  const { keys, moveKey, removeKey } = useStableKeys(lines.length);
  const { run, isBusy, message } = useMutation();
  const [notice, setNotice] = useState('');
  const isSame = JSON.stringify(lines) === JSON.stringify(menu.items);
  const put = (index: number, more: Partial<Line>) =>
    setLines(lines.map((line, place) => (place === index ? { ...line, ...more } : line)));
  const move = (from: number, to: number) => {
    moveKey(from, to);
    setLines(moved(lines, from, to));
    setNotice(`«${lines[from]?.title}» теперь на месте ${to + 1} из ${lines.length}. Не сохранено.`);
  };
  const save = async (items: Line[]) => {
    const { ok } = await run(() =>
      call('POST /api/editors/navigation/{code}', {
        path: { code: menu.code },
        json: { items },
      }),
    );
    if (ok) done();
  };
  const remove = (index: number) => {
    removeKey(index);
    setLines(lines.toSpliced(index, 1));
  };
  return (
    <section className="desk-panel" aria-labelledby={`menu-${menu.code}`}>
      <div className="desk-card-head gap-6">
        <h2 id={`menu-${menu.code}`}>{menu.title}</h2>
        {menu.is_changed && <Pill title="Изменено" tone="brand" />}
      </div>
      <ol className="desk-terms stack gap-5">
        {lines.map((line, index) => (
          <MenuLine
            key={keys[index]}
            line={line}
            index={index}
            length={lines.length}
            put={(more) => put(index, more)}
            move={(to) => move(index, to)}
            remove={() => remove(index)}
          />
        ))}
      </ol>
      <p className="desk-kind muted text-3" role="status">
        {notice}
      </p>
      <FormError message={message} />
      <div className="desk-actions cluster gap-4">
        <Button
          size="small"
          isBusy={isBusy}
          disabled={isSame || lines.length === 0}
          onClick={() => void save(lines)}
        >
          Сохранить
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={lines.length >= 30}
          onClick={() => setLines([...lines, { title: '', url: '/' }])}
        >
          Добавить пункт
        </Button>
        {!isSame && (
          <Button variant="quiet" size="small" onClick={() => setLines(menu.items)}>
            Отменить
          </Button>
        )}
        {menu.is_changed && (
          <Button variant="quiet" size="small" isBusy={isBusy} onClick={() => void save([])}>
            Вернуть исходное меню
          </Button>
        )}
      </div>
    </section>
  );
}

interface LineProps {
  line: Line;
  index: number;
  length: number;
  put(more: Partial<Line>): void;
  move(to: number): void;
  remove(): void;
}

function MenuLine({ line, index, length, put, move, remove }: LineProps) {
  return (
    <li>
      <label>
        <span className="desk-kind muted text-3">Название</span>
        <input
          className="input"
          value={line.title}
          maxLength={100}
          onChange={({ target }) => put({ title: target.value })}
        />
      </label>
      <label>
        <span className="desk-kind muted text-3">Адрес</span>
        <input
          className="input"
          value={line.url}
          inputMode="url"
          onChange={({ target }) => put({ url: target.value })}
        />
      </label>
      <ReorderButtons of={line.title || `Пункт ${index + 1}`} index={index} length={length} move={move} />
      <RemoveButton of={line.title || `пункт ${index + 1}`} remove={remove} />
    </li>
  );
}
