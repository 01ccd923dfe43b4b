import { useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '#domain/bytes.ts';
import { injectStyles } from './injectStyles.ts';
import { Button } from './Button.tsx';
import { described, Field, type FieldFrame } from './Field.tsx';
import css from './files-field.css?inline';

injectStyles(css);

type Props = FieldFrame & {
  value: readonly File[];
  onChange(files: File[]): void;
  accept: string;
  /** One file: another takes its place. */
  isSingle?: boolean;
};

/**
 * Files that are chosen by the button or dropped on the field, each with its size and a way to take it back. The button
 * is for those who see and point; what keyboards and screen readers meet is the browser's own field under it.
 */
export function FilesField({ value, onChange, accept, isSingle = false, ...frame }: Props) {
  const { id, hint, error } = frame;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const add = (files: FileList | null) => {
    const given = [...(files ?? [])];
    const keys = new Set(value.map(keyOf));
    if (given.length > 0)
      onChange(isSingle ? given.slice(-1) : [...value, ...given.filter((file) => !keys.has(keyOf(file)))]);
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const { 'aria-describedby': says, ...tied } = described({ id, hint, error });
  const list = value.length > 0 ? `${id}-list` : undefined;
  return (
    <Field {...frame}>
      <div
        className="files"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          multiple={!isSingle}
          accept={accept}
          onChange={({ target }) => add(target.files)}
          {...tied}
          aria-describedby={[says, list].filter(Boolean).join(' ') || undefined}
        />
        <div className="row" aria-hidden="true">
          <Button variant="secondary" size="small" tabIndex={-1} onClick={() => input.current?.click()}>
            {isSingle ? 'Выбрать файл' : 'Выбрать файлы'}
          </Button>
          <span className="muted">{isSingle ? 'или перетащите его сюда' : 'или перетащите их сюда'}</span>
        </div>
        {value.length > 0 && (
          <ul id={list}>
            {value.map((file, at) => (
              <li key={keyOf(file)}>
                {file.name} ({formatBytes(file.size)})
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Убрать файл ${file.name}`}
                  onClick={() => {
                    onChange(value.filter((_, other) => other !== at));
                    // The pressed button is gone; what is left to do is choosing another.
                    input.current?.focus();
                  }}
                >
                  Убрать
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Field>
  );
}

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;
