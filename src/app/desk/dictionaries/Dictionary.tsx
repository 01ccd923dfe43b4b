import { useRef, useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskDictionary } from '#contract/desk.ts';
import { counted } from '#domain/plural.ts';
import { dictionaryItem } from '#contract/forms/desk.ts';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { ReorderButtons } from '../parts/ReorderButtons.tsx';
import { RemoveButton } from '../parts/RemoveButton.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../../lib/useMutation.ts';

type Item = DeskDictionary['items'][number];

/** One dictionary: values are renamed in place, moved by buttons, and removed when nothing names them. */
export function Dictionary({ dictionary, done }: { dictionary: DeskDictionary; done(): void }) {
  const { code, title, total, items } = dictionary;
  const { run, isBusy, message } = useMutation();
  const [notice, setNotice] = useState('');
  const path = { code };
  const after = async (action: Promise<{ ok: boolean }>, words: string) => {
    setNotice('');
    if (!(await action).ok) return false;
    setNotice(words);
    done();
    return true;
  };
  const put = (item: { item: string; title: string }, words: string) =>
    after(
      run(() => call('POST /api/editors/dictionaries/{code}', { path, json: item })),
      words,
    );
  const move = (from: number, to: number) => {
    const order = items.map((item) => item.code);
    order.splice(to, 0, ...order.splice(from, 1));
    return after(
      run(() => call('POST /api/editors/dictionaries/{code}/order', { path, json: { items: order } })),
      `«${items[from]?.title}» теперь на месте ${to + 1} из ${items.length}.`,
    );
  };
  const remove = (item: Item) =>
    after(
      run(() => call('POST /api/editors/dictionaries/{code}/remove', { path, json: { item: item.code } })),
      `«${item.title}» убрано.`,
    );
  return (
    <details className="desk-panel desk-folded">
      <summary className="semibold">
        {title} <span className="muted figures">{total.toLocaleString('ru')}</span>
      </summary>
      <p className="desk-kind muted text-3" role="status">
        {notice}
      </p>
      <FormError message={message} />
      {total > items.length ? (
        <p>Приходит из государственного справочника и загружается командой импорта.</p>
      ) : (
        <>
          {total === 0 && <p className="muted">Значений пока нет.</p>}
          <ol className="desk-terms stack gap-5">
            {items.map((item, index) => (
              <li key={item.code}>
                <Title
                  item={item}
                  rename={(next) => put({ item: item.code, title: next }, `${item.code}: теперь «${next}».`)}
                />
                <Usage usage={item.usage} />
                <ReorderButtons
                  of={item.title}
                  index={index}
                  length={items.length}
                  isBusy={isBusy}
                  move={(to) => void move(index, to)}
                />
                {item.usage > 0 ? (
                  <span />
                ) : (
                  <RemoveButton of={item.title} isBusy={isBusy} remove={() => void remove(item)} />
                )}
              </li>
            ))}
          </ol>
          <NewItem
            dictionary={dictionary}
            done={(words) => {
              setNotice(words);
              done();
            }}
          />
        </>
      )}
    </details>
  );
}

function Usage({ usage }: Pick<Item, 'usage'>) {
  return (
    <span className="muted figures">
      {usage === 0 ? 'не назван нигде' : `назван ${counted(usage, ['раз', 'раза', 'раз'])}`}
    </span>
  );
}

interface NewItemProps {
  dictionary: DeskDictionary;
  done(words: string): void;
}

function NewItem({ dictionary: { code, title, items }, done }: NewItemProps) {
  return (
    <ApiForm
      className="stack gap-6"
      id={`fresh-${code}`}
      schema={dictionaryItem}
      values={{ item: '', title: '' }}
      extraErrors={({ item }): Record<string, string> =>
        items.some((one) => one.code === item)
          ? { item: `Код ${item} уже занят: название меняют в его строке.` }
          : {}
      }
      label={`${title}: новое значение`}
      failed="Значение не добавлено"
      submit="Добавить"
      busy="Добавляем…"
      variant="secondary"
      send={async (json, _key, form) => {
        await call('POST /api/editors/dictionaries/{code}', { path: { code }, json });
        form.reset();
        done(`«${json.title}» добавлено.`);
      }}
    >
      {({ field }) => (
        <div className="gap-6 align-start columns-fill column-12">
          <TextField
            label="Код нового значения"
            hint="Латинские буквы, цифры и дефис; потом не меняется."
            maxLength={60}
            {...field('item')}
          />
          <TextField label="Название" hint="Как его прочтут люди." maxLength={300} {...field('title')} />
        </div>
      )}
    </ApiForm>
  );
}

/** Enter or leaving the field names the value again; Escape takes back what was typed. */
function Title({ item, rename }: { item: Item; rename(title: string): Promise<boolean> }) {
  const [text, setText] = useState(item.title);
  const isDropped = useRef(false);
  const leave = () => {
    const next = text.trim();
    if (isDropped.current || next === '' || next === item.title) setText(item.title);
    else
      void rename(next).then((isDone) => {
        if (!isDone) setText(item.title);
      });
    isDropped.current = false;
  };
  return (
    <label>
      <span className="desk-kind muted text-3">{item.code}</span>
      <input
        className="input"
        value={text}
        maxLength={300}
        onChange={({ target }) => setText(target.value)}
        onBlur={leave}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') isDropped.current = true;
          if (key === 'Escape' || key === 'Enter') currentTarget.blur();
        }}
      />
    </label>
  );
}
