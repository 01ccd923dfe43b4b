import { useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { CallError } from '#contract/client/call.ts';
import type { CaseFile } from '#contract/client/cases.ts';
import { caseLimits } from '#domain/cases.ts';
import { recognisePicture } from '#domain/pictures.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { removeFile, upload } from '#stores/cases/draft.ts';
import { Button } from '#ui/Button.tsx';
import { controlId } from './control.ts';
import { Passage } from './Passage.tsx';
import { PictureDialog } from './PictureDialog.tsx';

/** Pictures of the case: drawn anew without what the camera has written into them, blurred where the author wants. */
export function Pictures({ files }: { files: readonly CaseFile[] }) {
  const { control } = useFormContext<CaseContent>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'figures' });
  const input = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [first] = waiting;

  const choose = async (chosen: readonly File[]) => {
    const refused: string[] = [];
    const good: File[] = [];
    const room = caseLimits.figures - fields.length;
    for (const file of chosen) {
      const found = recognisePicture(new Uint8Array(await file.slice(0, 512 * 1024).arrayBuffer()));
      if (found.is === 'refused') refused.push(`${file.name}: ${found.reason}`);
      else if (good.length >= room) refused.push(`${file.name}: снимков не больше ${caseLimits.figures}.`);
      else good.push(file);
    }
    setProblems(refused);
    setWaiting(good);
    if (input.current) input.current.value = '';
  };
  const send = async (picture: File) => {
    setBusy(true);
    try {
      const file = await upload(picture, 'figure');
      append({ file: file.id, caption: '', alt: '' }, { focusName: `figures.${fields.length}.alt` });
      setWaiting(waiting.slice(1));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblems([`${picture.name}: ${error.message}`]);
      setWaiting(waiting.slice(1));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="case-items">
      <p className="muted">
        JPEG, PNG или WebP. Сведения о съёмке удаляются на этом устройстве; лица, имена и номера закройте сами
        перед загрузкой.
      </p>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className="field-error">
            {problem}
          </p>
        ))}
      </div>
      <ol>
        {fields.map((figure, index) => {
          const file = files.find(({ id }) => id === figure.file);
          return (
            <li key={figure.id} className="case-item">
              <div className="case-item-head">
                <b>Снимок {index + 1}</b>
                <span className="row">
                  <Button
                    variant="quiet"
                    size="small"
                    aria-disabled={index === 0}
                    onClick={() => index > 0 && move(index, index - 1)}
                    aria-label={`Снимок ${index + 1}: выше`}
                  >
                    Выше
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`Удалить снимок ${index + 1}`}
                    onClick={() => {
                      remove(index);
                      void removeFile(figure.file);
                    }}
                  >
                    Удалить
                  </Button>
                </span>
              </div>
              <div className="case-picture">
                {file && <img src={file.url} alt="" loading="lazy" />}
                <div className="case-items">
                  <Passage
                    path={`figures.${index}.alt`}
                    label="Что на снимке"
                    hint="Для тех, кто его не видит. Обязательно"
                  />
                  <Passage path={`figures.${index}.caption`} label="Подпись" />
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <input
        ref={input}
        id={controlId('figures')}
        className="visually-hidden"
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp"
        aria-label="Добавить снимки"
        tabIndex={-1}
        onChange={({ target }) => void choose([...(target.files ?? [])])}
      />
      <Button
        variant="secondary"
        isBusy={isBusy}
        busy="Загружаем…"
        disabled={fields.length >= caseLimits.figures}
        onClick={() => input.current?.click()}
      >
        Добавить снимки
      </Button>
      {first && (
        <PictureDialog
          key={`${first.name} ${waiting.length}`}
          file={first}
          isBusy={isBusy}
          done={(picture) => void send(picture)}
          cancel={() => setWaiting(waiting.slice(1))}
          fail={(message) => {
            setProblems([`${first.name}: ${message}`]);
            setWaiting(waiting.slice(1));
          }}
        />
      )}
    </div>
  );
}
