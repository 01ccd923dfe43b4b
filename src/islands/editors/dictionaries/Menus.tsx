import { useRef, useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskMenu } from '#contract/client/editors.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../LoadError.tsx';
import { ReorderButtons } from '../parts/ReorderButtons.tsx';
import { RemoveButton } from '../parts/RemoveButton.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { useMutation } from '../../useMutation.ts';

/** The menus of the portal; what is saved is on every page as soon as the pages are rendered. */
export function Menus() {
  const { query, refetch } = useApiQuery('GET /api/editors/navigation');
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

interface Line {
  key: number;
  title: string;
  url: string;
}

function Menu({ menu, done }: { menu: DeskMenu; done(): void }) {
  const original = () => menu.items.map((item, key) => ({ ...item, key }));
  const lastKey = useRef(menu.items.length);
  const [lines, setLines] = useState<Line[]>(original);
  const { run, isBusy, message } = useMutation();
  const [notice, setNotice] = useState('');
  const isSame =
    JSON.stringify(lines.map(({ title, url }) => ({ title, url }))) === JSON.stringify(menu.items);
  const put = (key: number, more: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...more } : line)));
  const move = (from: number, to: number) => {
    const next = [...lines];
    next.splice(to, 0, ...next.splice(from, 1));
    setLines(next);
    setNotice(`«${lines[from]?.title}» теперь на месте ${to + 1} из ${lines.length}. Не сохранено.`);
  };
  const save = async (items: { title: string; url: string }[]) => {
    const answer = await run(() =>
      call('POST /api/editors/navigation/{code}', {
        path: { code: menu.code },
        json: { items },
      }),
    );
    if (answer) done();
  };
  const add = () => {
    lastKey.current += 1;
    setLines([...lines, { key: lastKey.current, title: '', url: '/' }]);
  };
  return (
    <section className="desk-panel" aria-labelledby={`menu-${menu.code}`}>
      <div className="desk-card-head">
        <h2 id={`menu-${menu.code}`}>{menu.title}</h2>
        {menu.is_changed && (
          <span className="pill" data-tone="brand">
            Изменено
          </span>
        )}
      </div>
      <ol className="desk-terms stack gap-5">
        {lines.map((line, index) => (
          <MenuLine
            key={line.key}
            line={line}
            index={index}
            length={lines.length}
            put={(more) => put(line.key, more)}
            move={(to) => move(index, to)}
            remove={() => setLines(lines.filter(({ key }) => key !== line.key))}
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
          onClick={() => void save(lines.map(({ title, url }) => ({ title, url })))}
        >
          Сохранить
        </Button>
        <Button variant="secondary" size="small" disabled={lines.length >= 30} onClick={add}>
          Добавить пункт
        </Button>
        {!isSame && (
          <Button variant="quiet" size="small" onClick={() => setLines(original())}>
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
