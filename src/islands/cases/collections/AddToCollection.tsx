import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { newCollection } from '#contract/forms/case-collections.ts';
import { counted } from '#domain/plural.ts';
import {
  $collections,
  addCollection,
  keepCase,
  loadCollections,
  needCollections,
} from '#stores/cases/collections.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TextField } from '#ui/Field.tsx';
import { useCallForm } from '../../form/useCallForm.ts';
import { useMutation } from '../../useMutation.ts';
import { RemoteContent } from '../States.tsx';

interface Props {
  id: number;
  title: string;
  size?: 'small';
}

/** Puts a published case into collections of one's own: the button says whether it is in some. */
export function AddToCollection({ id, title, size }: Props) {
  const remote = useStore($collections);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(needCollections, []);
  const isKept = remote.state === 'success' && remote.data.some(({ cases }) => cases.includes(id));
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        aria-haspopup="dialog"
        aria-label={`${isKept ? 'В подборке' : 'В подборку'}: ${title}`}
        onClick={() => {
          needCollections();
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Icon name={isKept ? 'check' : 'plus'} />
        {isKept ? 'В подборке' : 'В подборку'}
      </Button>
      <dialog
        className="case-collecting"
        ref={dialog}
        aria-label={`Подборки: ${title}`}
        onClose={() => setOpen(false)}
      >
        {isOpen && (
          <div className="case-collecting-body">
            <h2 tabIndex={-1}>В какие подборки</h2>
            <p className="muted small">{title}</p>
            <RemoteContent remote={remote} retry={() => void loadCollections()} notFound={null}>
              {() => <CollectionCheckbox id={id} />}
            </RemoteContent>
            <div className="row">
              <Button onClick={() => dialog.current?.close()}>Готово</Button>
              <a href="/profile/cases/collections/">Мои подборки</a>
            </div>
          </div>
        )}
      </dialog>
    </>
  );
}

/** Each of the collections, to be ticked, and a new one in the same gesture. */
function CollectionCheckbox({ id }: { id: number }) {
  const remote = useStore($collections);
  const { run, isBusy, message } = useMutation();
  // Ticked as it was pressed; what the server has answered shows after it.
  const [pressed, setPressed] = useState<{ id: number; kept: boolean }>();
  const press = async (collection: number, kept: boolean) => {
    if (isBusy) return;
    setPressed({ id: collection, kept });
    await run(() => keepCase(collection, { case: id, kept }));
    setPressed(undefined);
  };
  if (remote.state !== 'success') return null;
  return (
    <>
      {remote.data.length > 0 && (
        <fieldset className="case-collecting-list">
          <legend className="visually-hidden">Подборки</legend>
          {remote.data.map((collection) => (
            <label key={collection.id}>
              <input
                type="checkbox"
                checked={pressed?.id === collection.id ? pressed.kept : collection.cases.includes(id)}
                onChange={({ target }) => void press(collection.id, target.checked)}
              />
              <span>{collection.title}</span>
              <span className="muted small">
                {counted(collection.cases.length, ['случай', 'случая', 'случаев'])}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p role="alert" className="field-error" hidden={!message}>
        {message}
      </p>
      <NewCollection first={id} />
    </>
  );
}

/** Makes a collection; with a case, it is put there at once. */
export function NewCollection({ first }: { first?: number }) {
  const { form, submit, isSending, problems, field } = useCallForm({
    id: `collection-${first ?? 'new'}`,
    schema: newCollection,
    values: { title: '' },
    async send({ title }, key) {
      await addCollection(title, first, key);
      form.reset({ title: '' });
    },
  });
  return (
    <form className="case-collecting-new" onSubmit={submit} noValidate aria-label="Новая подборка">
      <ErrorSummary title="Подборка не создана" problems={problems} />
      <TextField
        label="Название новой подборки"
        hint="Видите только вы. Имён и других персональных данных не пишите."
        autoComplete="off"
        {...field('title')}
      />
      <Button type="submit" variant="secondary" isBusy={isSending} busy="Создаём…">
        {first === undefined ? 'Создать подборку' : 'Создать и положить'}
      </Button>
    </form>
  );
}
