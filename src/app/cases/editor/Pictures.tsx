import { useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import type { CaseFile } from '#contract/cases.ts';
import { caseLimits } from '#domain/cases.ts';
import { recognisePicture } from './recognisePicture.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { removeFile, upload } from '#stores/cases/draft.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { controlId } from './control.ts';
import { ItemButton, ItemHead } from './ItemHead.tsx';
import { CaseTextField } from './CaseTextField.tsx';
import { PictureBlur } from './PictureBlur.tsx';

/** Pictures of the case: drawn again without what the camera has written into them, blurred where the author wants. */
export function Pictures({ files }: { files: readonly CaseFile[] }) {
  const { control } = useFormContext<CaseContent>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'figures' });
  const input = useRef<HTMLInputElement>(null);
  const { first, left, problems, isBusy, choose, send, skip } = useSending((file) =>
    append({ file, caption: '', alt: '' }, { focusName: `figures.${fields.length}.alt` }),
  );

  return (
    <div className="case-items stack gap-8">
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
      <ol className="stack gap-8">
        {fields.map((figure, index) => (
          <li key={figure.id} className="case-item stack gap-6 pad-8 rounded">
            <EditedFigure
              index={index}
              url={files.find(({ id }) => id === figure.file)?.url}
              lift={() => move(index, index - 1)}
              remove={() => {
                remove(index);
                void removeFile(figure.file);
              }}
            />
          </li>
        ))}
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
        onChange={({ target }) => {
          void choose([...(target.files ?? [])], caseLimits.figures - fields.length);
          target.value = '';
        }}
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
      <Dialog
        className="case-blur case-dialog dialog pad-12"
        aria-labelledby="blur-title"
        isOpen={first !== undefined}
        onClose={() => skip()}
      >
        {first && (
          <PictureBlur
            key={`${first.name} ${left}`}
            file={first}
            isBusy={isBusy}
            done={(picture) => void send(picture)}
            cancel={() => skip()}
            fail={(message) => skip(`${first.name}: ${message}`)}
          />
        )}
      </Dialog>
    </div>
  );
}

/** Pictures on their way to the server, one after the other: each is shown to its author first. */
function useSending(sent: (file: number) => void) {
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { run, isBusy } = useMutation();
  const skip = (problem?: string) => {
    if (problem) setProblems([problem]);
    setWaiting(waiting.slice(1));
  };
  const choose = async (chosen: readonly File[], room: number) => {
    const { good, refused } = await sorted(chosen, room);
    setProblems(refused);
    setWaiting(good);
  };
  const send = async (picture: File) => {
    const result = await run(() => upload(picture, 'figure'));
    if (result.ok) sent(result.data.id);
    skip(result.ok ? undefined : `${picture.name}: ${result.error.message}`);
  };
  return { first: waiting[0], left: waiting.length, problems, isBusy, choose, send, skip };
}

/** Pictures that may be sent while there is room for so many, and what is said of the others. */
async function sorted(chosen: readonly File[], room: number) {
  const refused: string[] = [];
  const good: File[] = [];
  for (const file of chosen) {
    const found = recognisePicture(new Uint8Array(await file.slice(0, 512 * 1024).arrayBuffer()));
    if (found.is === 'refused') refused.push(`${file.name}: ${found.reason}`);
    else if (good.length >= room) refused.push(`${file.name}: снимков не больше ${caseLimits.figures}.`);
    else good.push(file);
  }
  return { good, refused };
}

interface FigureProps {
  index: number;
  url: string | undefined;
  lift(): void;
  remove(): void;
}

function EditedFigure({ index, url, lift, remove }: FigureProps) {
  return (
    <>
      <ItemHead title={`Снимок ${index + 1}`}>
        <ItemButton
          aria-disabled={index === 0}
          onClick={() => index > 0 && lift()}
          aria-label={`Снимок ${index + 1}: выше`}
        >
          Выше
        </ItemButton>
        <ItemButton aria-label={`Удалить снимок ${index + 1}`} onClick={remove}>
          Удалить
        </ItemButton>
      </ItemHead>
      <div className="case-picture gap-8 align-start stack">
        {url && <img className="full-width sunken" src={url} alt="" loading="lazy" />}
        <div className="case-items stack gap-8">
          <CaseTextField
            path={`figures.${index}.alt`}
            label="Что на снимке"
            hint="Для тех, кто его не видит. Обязательно"
          />
          <CaseTextField path={`figures.${index}.caption`} label="Подпись" />
        </div>
      </div>
    </>
  );
}
