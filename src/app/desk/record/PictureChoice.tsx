import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { imageAttributes } from '#domain/media.ts';
import { injectStyles } from '#ui/injectStyles.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { PictureCrop } from './PictureCrop.tsx';
import css from './pictures.css?inline';

injectStyles(css);

/** Pictures of the portal to choose from, and a place to lay down another: its address is what is chosen. */
export function PicturePicker({ id, choose }: { id: string; choose(src: string): void }) {
  const { query, refetch } = useQuery('GET /api/editors/files', {
    query: { page: 1, page_size: 100, of: 'pictures' },
  });
  const [words, setWords] = useState('');
  const { run, isBusy, message } = useMutation();
  const all = query.data?.items ?? [];
  const wanted = words.trim().toLowerCase();
  const pictures = all.filter(({ title, name }) => `${title} ${name}`.toLowerCase().includes(wanted));
  const lay = async ([file]: File[]) => {
    if (!file) return;
    const title = file.name.replace(/\.[^.]*$/, '').replaceAll('_', ' ');
    const added = await run(() => call('POST /api/editors/files', { form: { file, title } }));
    if (!added.ok) return;
    refetch();
    choose(added.data.picture ?? added.data.url);
  };
  return (
    <div className="picture-picker">
      <FilesField
        id={`${id}-file`}
        label={isBusy ? 'Загружаем…' : 'Новая картинка'}
        hint="JPEG, PNG или WebP, до 20 мб. Место съёмки и всё скрытое в файле убирается."
        accept="image/jpeg,image/png,image/webp"
        isSingle
        error={message || undefined}
        value={[]}
        onChange={(files) => void lay(files)}
      />
      {all.length > 8 && (
        <TextField
          id={`${id}-words`}
          label="Найти среди загруженных"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      {all.length > 0 && pictures.length === 0 && <p className="muted">Такой картинки нет.</p>}
      {pictures.length > 0 && (
        <ul aria-label="Загруженные картинки">
          {pictures.map(({ id: number, url, picture, title, uses }) => (
            <li key={number}>
              <button type="button" onClick={() => choose(picture ?? url)}>
                <img {...thumbnail(picture ?? url)} alt="" loading="lazy" />
                <span>{title}</span>
                <span className="muted">
                  {uses.length > 0 ? `Где стоит: ${uses.length}` : 'Нигде не стоит'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The narrowest file of the picture, fitted into its frame. */
const thumbnail = (src: string) => {
  const { srcset, src: own } = imageAttributes(src, '10rem');
  return { src: srcset?.split(' ')[0] ?? own };
};

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
  const [isDecoration, setDecoration] = useState(false);
  return (
    <div className="desk-panel">
      {src === '' ? (
        <PicturePicker id="text-picture" choose={setSrc} />
      ) : (
        <>
          <img className="picture-chosen" src={src} alt="" />
          <PictureCrop id="text-picture" src={src} change={setSrc} />
          <TextField
            id="text-picture-alt"
            label="Что на картинке"
            hint="Прочтут те, кто её не видит: «Схема наследования: оба родителя — носители»."
            value={alt}
            maxLength={500}
            disabled={isDecoration}
            onChange={({ target }) => setAlt(target.value)}
          />
          <label className="cluster gap-4">
            <input
              type="checkbox"
              checked={isDecoration}
              onChange={({ target }) => setDecoration(target.checked)}
            />
            Это украшение: без картинки текст ничего не теряет
          </label>
        </>
      )}
      <div className="desk-actions cluster gap-4">
        {src !== '' && (
          <Button
            size="small"
            disabled={!isDecoration && alt.trim() === ''}
            onClick={() => {
              put({ src, alt: isDecoration ? '' : alt.trim() });
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
