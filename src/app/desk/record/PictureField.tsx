import { useState } from 'react';
import { isPicture } from '#domain/prose/node.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import type { Frame } from './controlProps.ts';
import { PicturePicker } from './PictureChoice.tsx';
import { PictureCrop } from './PictureCrop.tsx';
import { PictureFocus } from './PictureFocus.tsx';
import { useLatest } from '../../lib/useLatest.ts';
import { pictureAt } from '#domain/media.ts';

/** The address of a picture: seen, and chosen from those of the portal. */
export function PictureField({
  value,
  onChange,
  ...frame
}: Frame & { value: string; onChange(src: string | undefined): void }) {
  const [isOpen, setOpen] = useState(false);
  // A picture is long on its way, and its group of fields is written as a whole.
  const change = useLatest(onChange);
  return (
    <Field {...frame}>
      {isPicture(value) && !pictureAt(value) && <img className="picture-chosen" src={value} alt="" />}
      <PictureFocus id={frame.id} src={value} change={change} />
      <PictureCrop id={frame.id} src={value} change={change} />
      <div className="desk-actions cluster gap-4">
        <Button
          id={frame.id}
          size="small"
          variant="secondary"
          aria-expanded={isOpen}
          aria-label={`${value ? 'Выбрать другую' : 'Выбрать или загрузить'} картинку`}
          onClick={() => setOpen(!isOpen)}
        >
          {value ? 'Выбрать другую' : 'Выбрать или загрузить'}
        </Button>
        {value && (
          <Button size="small" variant="quiet" onClick={() => onChange(undefined)}>
            Убрать
          </Button>
        )}
      </div>
      {isOpen && (
        <PicturePicker
          id={frame.id}
          choose={(src) => {
            setOpen(false);
            change(src);
          }}
        />
      )}
    </Field>
  );
}
