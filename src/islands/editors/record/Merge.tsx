import { useState } from 'react';
import type { EditedRecord } from '#contract/client/editors.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { partsOf, type ValueTitles } from '#domain/editing/differences.ts';
import type { RecordConflict, EditedFields } from '#stores/editing.ts';
import { Button } from '#ui/Button.tsx';

/** Both have changed the same fields: field by field, one's own words or the other's. */
export function Merge({
  conflict,
  mine,
  fields,
  names,
  resolve,
}: {
  conflict: RecordConflict;
  mine: EditedFields;
  fields: readonly FieldDescription[];
  names: ValueTitles;
  resolve(chosen: EditedFields): void;
}) {
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({});
  const isReady = conflict.fields.every((name) => choices[name]);
  const who = conflict.theirs.draft?.author?.name ?? 'Опубликованное тем временем';
  return (
    <section className="desk-panel desk-merge" aria-labelledby="merge-title" role="alert">
      <h2 id="merge-title">Две правки одного и того же</h2>
      <p>
        Пока вы писали, эти поля изменил кто-то ещё. Ничего не потеряно: выберите, что оставить. Остальные
        поля сведены сами.
      </p>
      {conflict.fields.map((name) => {
        const field = fields.find((one) => one.name === name);
        const title = field?.title ?? 'Источники';
        const words = (value: unknown) =>
          field ? partsOf(field, value, names).join('; ') || 'пусто' : sourceWords(value);
        return (
          <fieldset key={name} className="desk-choice stack gap-5">
            <legend>{title}</legend>
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side}>
                <input
                  className="no-shrink above-1"
                  type="radio"
                  name={`merge-${name}`}
                  checked={choices[name] === side}
                  onChange={() => setChoices({ ...choices, [name]: side })}
                />
                <span>
                  <strong>{side === 'mine' ? 'Моё' : who}</strong>
                  <span className="block pre-line">
                    {words(side === 'mine' ? mine[name] : conflict.theirFields[name])}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
      <Button
        disabled={!isReady}
        onClick={() =>
          resolve(
            Object.fromEntries(
              conflict.fields.map((name) => [
                name,
                choices[name] === 'theirs' ? conflict.theirFields[name] : mine[name],
              ]),
            ),
          )
        }
      >
        Свести и сохранить
      </Button>
    </section>
  );
}

const sourceWords = (value: unknown) =>
  Array.isArray(value)
    ? (value as EditedRecord['sources']).map(({ title, date }) => `${title}, ${date}`).join('; ') || 'пусто'
    : 'пусто';
