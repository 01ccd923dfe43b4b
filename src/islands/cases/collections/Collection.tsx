import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CallError } from '#contract/client/call.ts';
import type { OpenedCollection } from '#contract/client/cases.ts';
import { collectionName, collectionNote } from '#contract/forms/case-collections.ts';
import { escapeHtml } from '#domain/escape.ts';
import {
  $collection,
  keepCase,
  loadCollection,
  removeCollection,
  renameCollection,
} from '#stores/cases/collections.ts';
import { addNotice } from '#stores/notices.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextArea, TextField } from '#ui/Field.tsx';
import { useCallForm } from '../../form/useCallForm.ts';
import { confirmAction } from '../../frame/confirmDeed.ts';
import { formatDate } from '../../dates.ts';
import { CaseRow } from '../list/CaseRow.tsx';
import { RemoteContent } from '../States.tsx';

type Item = OpenedCollection['items'][number];

/** One collection: its cases as the list shows them, each with the doctor's note. */
export function Collection() {
  const remote = useStore($collection);
  useEffect(() => void loadCollection(), []);
  return (
    <RemoteContent
      remote={remote}
      retry={() => void loadCollection()}
      notFound={
        <>
          <p>Такой подборки у вас нет: её удалили, или в адресе ошибка.</p>
          <a href="/profile/cases/collections/">Мои подборки</a>
        </>
      }
    >
      {(data) => (
        <div className="own-cases">
          <p>
            <a href="/profile/cases/collections/">Мои подборки</a>
          </p>
          <CollectionHead key={data.title} data={data} />
          {data.items.length === 0 ? (
            <div className="case-message">
              <p>В подборке пусто. На странице случая или в списке нажмите «В подборку».</p>
              <a href="/cases/">Случаи коллег</a>
            </div>
          ) : (
            <ul className="cases-rows" aria-label={`Случаи подборки «${data.title}»`}>
              {data.items.map((item) => (
                <Kept key={item.case_id} collection={data.id} item={item} />
              ))}
            </ul>
          )}
        </div>
      )}
    </RemoteContent>
  );
}

function CollectionHead({ data: { id, title } }: { data: OpenedCollection }) {
  const [isRenaming, setRenaming] = useState(false);
  const { submit, isSending, problems, field } = useCallForm({
    id: 'collection',
    schema: collectionName,
    values: { title },
    send: (values) => renameCollection(id, values.title),
  });
  const remove = async () => {
    if (!(await confirmAction(`Удалить подборку «${title}» вместе с заметками? Сами случаи останутся.`)))
      return;
    await withErrors(async () => {
      await removeCollection(id);
      location.assign('/profile/cases/collections/');
    });
  };
  if (isRenaming)
    return (
      <form className="case-form" onSubmit={submit} noValidate aria-label="Переименовать подборку">
        <ErrorSummary title="Название не сохранено" problems={problems} />
        <TextField label="Название подборки" autoComplete="off" required {...field('title')} />
        <div className="row">
          <Button type="submit" isBusy={isSending} busy="Сохраняем…">
            Сохранить название
          </Button>
          <Button variant="secondary" onClick={() => setRenaming(false)}>
            Отмена
          </Button>
        </div>
      </form>
    );
  return (
    <div className="cases-bar">
      <h2>{title}</h2>
      <Button variant="secondary" size="small" onClick={() => setRenaming(true)}>
        Переименовать
      </Button>
      <Button variant="secondary" size="small" onClick={() => void remove()}>
        Удалить подборку
      </Button>
    </div>
  );
}

function Kept({ collection, item }: { collection: number; item: Item }) {
  const { card, case_id, note, added_at } = item;
  const name = card?.title ?? `случай № ${case_id}`;
  const takeOut = () =>
    withErrors(async () => {
      await keepCase(collection, { case: case_id, kept: false });
      await loadCollection(collection);
      addNotice({
        icon: 'success',
        html: escapeHtml(`Убрано из подборки: ${name}.`),
        // What is not shown to readers any more cannot be put in again.
        ...(card && {
          buttons: [
            {
              title: 'Вернуть',
              press: () =>
                void withErrors(async () => {
                  await keepCase(collection, { case: case_id, kept: true, note });
                  await loadCollection(collection);
                }),
            },
          ],
        }),
      });
    });
  const below = (
    <div className="case-kept">
      <p className="muted small">Добавлен {formatDate(added_at)}</p>
      <CollectionNote key={note} collection={collection} item={item} />
      <Button
        variant="quiet"
        size="small"
        aria-label={`Убрать из подборки: ${name}`}
        onClick={() => void takeOut()}
      >
        Убрать из подборки
      </Button>
    </div>
  );
  if (card) return <CaseRow item={card} below={below} />;
  return (
    <li className="card">
      <p>Случай № {case_id} снят с публикации: прочитать его больше нельзя.</p>
      {below}
    </li>
  );
}

function CollectionNote({ collection, item: { case_id, note } }: { collection: number; item: Item }) {
  const [isOpen, setOpen] = useState(false);
  const { submit, isSending, problems, field } = useCallForm({
    id: `note-${case_id}`,
    schema: collectionNote,
    kept: `note of case ${case_id} in ${collection}`,
    values: { note },
    async send(values) {
      await keepCase(collection, { case: case_id, kept: true, note: values.note });
      await loadCollection(collection);
      setOpen(false);
    },
  });
  if (!isOpen)
    return (
      <>
        {note && <p className="case-prose">{note}</p>}
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          {note ? 'Изменить заметку' : 'Добавить заметку'}
        </Button>
      </>
    );
  return (
    <form className="case-form" onSubmit={submit} noValidate>
      <ErrorSummary title="Заметка не сохранена" problems={problems} />
      <TextArea
        label="Заметка для себя"
        hint="Видите только вы. Имён и других персональных данных не пишите."
        rows={3}
        {...field('note')}
      />
      <Button type="submit" isBusy={isSending} busy="Сохраняем…">
        Сохранить заметку
      </Button>
    </form>
  );
}

/** An action whose refusal the error store tells. */
async function withErrors(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
