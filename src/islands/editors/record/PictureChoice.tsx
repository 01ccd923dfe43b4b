import { useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { useAnswer } from '../../useQuery.ts';

/** Pictures of the portal to choose from, and a place to lay down another: its address is what is chosen. */
export function PicturePicker({ id, choose }: { id: string; choose(src: string, title: string): void }) {
  const { answer, again } = useAnswer('GET /api/editors/files', { query: { page: 1, page_size: 100 } });
  const pictures = answer.data?.items.filter(({ type }) => type.startsWith('image/')) ?? [];
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const lay = async ([file]: File[]) => {
    if (!file) return;
    setBusy(true);
    setError('');
    try {
      const title = file.name.replace(/\.[^.]*$/, '').replaceAll('_', ' ');
      const added = await call('POST /api/editors/files', { form: { file, title } });
      again();
      choose(added.url, '');
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="picture-picker">
      <FilesField
        id={`${id}-file`}
        label={isBusy ? 'Загружаем…' : 'Новая картинка'}
        hint="JPEG, PNG или WebP, до 20 мб."
        accept="image/jpeg,image/png,image/webp"
        isSingle
        error={error || undefined}
        value={[]}
        onChange={(files) => void lay(files)}
      />
      {pictures.length > 0 && (
        <ul aria-label="Загруженные картинки">
          {pictures.map(({ id: number, url, title }) => (
            <li key={number}>
              <button type="button" onClick={() => choose(url, title)}>
                <img src={url} alt="" loading="lazy" />
                <span>{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A picture for a text: one of the portal, with what it shows for those who do not see it. */
export function PictureChoice({
  put,
  close,
}: {
  put(picture: { src: string; alt: string }): void;
  close(): void;
}) {
  const [src, setSrc] = useState('');
  const [alt, setAlt] = useState('');
  return (
    <div className="desk-panel">
      {src === '' ? (
        <PicturePicker id="text-picture" choose={setSrc} />
      ) : (
        <>
          <img className="picture-chosen" src={src} alt="" />
          <TextField
            id="text-picture-alt"
            label="Что на картинке"
            hint="Прочтут те, кто её не видит: «Схема наследования: оба родителя — носители»."
            value={alt}
            maxLength={500}
            onChange={({ target }) => setAlt(target.value)}
          />
        </>
      )}
      <div className="desk-actions">
        {src !== '' && (
          <Button
            size="small"
            disabled={alt.trim() === ''}
            onClick={() => {
              put({ src, alt: alt.trim() });
              close();
            }}
          >
            Поставить
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={close}>
          Отмена
        </Button>
      </div>
    </div>
  );
}
