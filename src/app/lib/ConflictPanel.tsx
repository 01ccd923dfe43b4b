import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Choice, Draft, DraftConflict } from '#stores/draft.ts';
import { Button } from '#ui/Button.tsx';

export const conflictTitleId = 'conflict-title';

interface Props<Doc, Values extends object> {
  draft: Pick<Draft<Doc, Values>, '$conflict' | '$values' | 'resolve'>;
  titleOf(field: string): string;
  /** A value as text. */
  format(field: string, value: unknown): string;
  theirName(doc: Doc): string;
}

/** Fields changed on both sides, with a choice for each. */
export function ConflictPanel<Doc, Values extends object>({
  draft,
  titleOf,
  format,
  theirName,
}: Props<Doc, Values>) {
  const conflict = useStore(draft.$conflict);
  const values = useStore(draft.$values);
  const [chosen, setChosen] = useState<{ of: DraftConflict<Doc, Values>; choice: Choice }>();
  if (!conflict) return null;
  const { doc, theirs, fields } = conflict;
  const choice = chosen?.of === conflict ? chosen.choice : {};
  const choose = (names: string[], side: 'mine' | 'theirs') =>
    setChosen({
      of: conflict,
      choice: { ...choice, ...Object.fromEntries(names.map((field) => [field, side])) },
    });
  const sides = { mine: 'Моё', theirs: theirName(doc) };
  return (
    <section
      className="draft-conflict box pad-10 stack gap-8"
      data-tone="warn"
      aria-labelledby={conflictTitleId}
      role="alert"
    >
      <h2 id={conflictTitleId} tabIndex={-1}>
        Две правки одного и того же
      </h2>
      <p>
        Пока вы писали, это изменил кто-то ещё или вы сами в другом окне. Ничего не потеряно: выберите, что
        оставить.
      </p>
      {fields.length > 1 && (
        <div className="row">
          <Button variant="secondary" size="small" onClick={() => choose(fields, 'mine')}>
            Везде моё
          </Button>
          <Button variant="secondary" size="small" onClick={() => choose(fields, 'theirs')}>
            Везде сохранённое
          </Button>
        </div>
      )}
      {fields.map((field) => (
        <fieldset key={field} className="box pad-10 stack gap-5">
          <legend className="semibold break-anywhere">{titleOf(field)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className="line align-start gap-5">
              <input
                className="no-shrink above-1"
                type="radio"
                name={`conflict-${field}`}
                checked={choice[field] === side}
                onChange={() => choose([field], side)}
              />
              <span className="can-shrink">
                <strong>{sides[side]}</strong>
                <span className="block pre-line break-anywhere">
                  {format(field, (side === 'mine' ? values : theirs)[field as keyof Values]) || 'пусто'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button
        className="self-start"
        disabled={!fields.every((field) => choice[field])}
        onClick={() => void draft.resolve(choice)}
      >
        Свести и сохранить
      </Button>
    </section>
  );
}
