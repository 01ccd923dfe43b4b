import { useState } from 'react';
import type { SavedCase } from '#contract/saved-cases.ts';
import { folderName } from '#contract/forms/saved-cases.ts';
import { escapeHtml } from '#domain/escape.ts';
import { addNotice } from '#stores/notices.ts';
import { Button } from '#ui/Button.tsx';
import { formatDate } from '../../lib/dates.ts';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { confirmAction } from '../../chrome/confirmAction.ts';
import { ProfileFrame } from '../../profile/ProfileFrame.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { CaseRow } from '../list/CaseRow.tsx';
import { CaseQuery } from '../States.tsx';
import { SaveCase } from './SaveCase.tsx';
import { useSaved } from './useSaved.ts';

/** A doctor's saved cases by folder. */
export function SavedCases() {
  return <ProfileFrame code="cases">{() => <SavedList />}</ProfileFrame>;
}

function SavedList() {
  const { query, refetch } = useSaved();
  return (
    <CaseQuery query={query} refetch={refetch}>
      {(saved) => (
        <div className="stack gap-8">
          <p className="cluster gap-8 row-gap-5 below-8">
            <a href="/profile/cases/">Мои случаи</a>
            {saved.length > 0 && <a href="/cases/?mine=saved">Искать среди сохранённых</a>}
            <a href="/cases/">Случаи коллег</a>
          </p>
          {saved.length === 0 ? (
            <div className="dashed pad-12 stack gap-6 justify-start">
              <p>Сохранённых случаев пока нет.</p>
              <p className="muted">
                На странице случая и в списке нажмите «В сохранённые»: случай можно положить в папку, написать
                к нему заметку и следить за ответами. Папки и заметки видите только вы.
              </p>
            </div>
          ) : (
            foldersOf(saved).map(([folder, items]) => (
              <section key={folder} aria-label={folder || 'Без папки'}>
                <FolderHead folder={folder} />
                <ul className="stack gap-8">
                  {items.map((item) => (
                    <SavedRow key={item.case_id} item={item} />
                  ))}
                </ul>
              </section>
            ))
          )}
        </div>
      )}
    </CaseQuery>
  );
}

/** By the alphabet; cases without a folder come last. */
const foldersOf = (saved: readonly SavedCase[]) =>
  [...Map.groupBy(saved, ({ folder }) => folder)].toSorted(
    ([one], [other]) => Number(one === '') - Number(other === '') || one.localeCompare(other, 'ru'),
  );

function FolderHead({ folder }: { folder: string }) {
  const [isRenaming, setRenaming] = useState(false);
  const { changeFolder } = useSaved();
  const { run } = useMutation();
  if (folder === '') return <h2 className="below-8">Без папки</h2>;
  const remove = async () => {
    if (await confirmAction(`Удалить папку «${folder}»? Случаи и заметки останутся в сохранённых.`))
      await run(() => changeFolder(folder));
  };
  if (isRenaming)
    return (
      <ApiForm
        className="case-form stack gap-8 justify-start"
        id={`folder-${folder}`}
        schema={folderName}
        values={{ title: folder }}
        label="Переименовать папку"
        failed="Название не сохранено"
        submit="Сохранить название"
        busy="Сохраняем…"
        onCancel={() => setRenaming(false)}
        send={({ title }) => changeFolder(folder, title)}
      >
        {({ field }) => <TextField label="Название папки" autoComplete="off" required {...field('title')} />}
      </ApiForm>
    );
  return (
    <div className="cluster gap-8 row-gap-5 below-8">
      <h2>{folder}</h2>
      <Button variant="secondary" size="small" onClick={() => setRenaming(true)}>
        Переименовать
      </Button>
      <Button variant="secondary" size="small" onClick={() => void remove()}>
        Удалить папку
      </Button>
    </div>
  );
}

function SavedRow({ item }: { item: SavedCase }) {
  const { card, case_id, note, following, created_at } = item;
  const saved = useSaved();
  const { run } = useMutation();
  const name = card?.title ?? `случай № ${case_id}`;
  const remove = () =>
    run(async () => {
      await saved.remove(case_id);
      addNotice({
        icon: 'success',
        html: escapeHtml(`Убрано из сохранённых: ${name}.`),
        // A case that is no longer published cannot be saved again.
        ...(card && {
          buttons: [{ title: 'Вернуть', press: () => void run(() => saved.put(case_id, item)) }],
        }),
      });
    });
  const below = (
    <div className="case-saved stack gap-3 justify-start line-above">
      <p className="muted small">
        Сохранён {formatDate(created_at)}
        {following && ' · вы следите'}
      </p>
      {note && <p className="case-prose break-anywhere measure pre-line">{note}</p>}
      <div className="row">
        <SaveCase id={case_id} title={name} size="small" />
        <Button
          variant="quiet"
          size="small"
          aria-label={`Убрать из сохранённых: ${name}`}
          onClick={() => void remove()}
        >
          Убрать из сохранённых
        </Button>
      </div>
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
