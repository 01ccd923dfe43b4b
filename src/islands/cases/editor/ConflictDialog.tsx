import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { caseSections, type CaseSection } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { $conflict, resolveConflict, type CaseConflict } from '#stores/cases/draft.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

type Field = keyof CaseContent;
type Choice = Partial<Record<Field, 'mine' | 'theirs'>>;

const titleOf = (field: Field) =>
  field in caseSections
    ? caseSections[field as CaseSection]
    : field === 'cleared'
      ? 'Отметки о персональных данных'
      : 'Согласие с редкостью сочетания';

/** Two versions of a case side by side, a choice for each section; neither is lost without being seen. */
export function ConflictDialog() {
  const conflict = useStore($conflict);
  /** The conflict that was put off by Escape; the next save brings another. */
  const [putOff, putOffConflict] = useState<CaseConflict>();
  return (
    <Dialog
      className="case-conflict case-dialog dialog pad-12"
      aria-labelledby="conflict-title"
      isOpen={conflict !== undefined && conflict !== putOff}
      onClose={() => putOffConflict(conflict)}
    >
      {conflict && <Versions key={conflict.current.version} conflict={conflict} />}
    </Dialog>
  );
}

function Versions({ conflict }: { conflict: CaseConflict }) {
  const [choice, setChoice] = useState<Choice>({});
  const all = (side: 'mine' | 'theirs') =>
    setChoice(Object.fromEntries(conflict.fields.map((field) => [field, side])));
  return (
    <div className="case-conflict-body">
      <h2 id="conflict-title" tabIndex={-1}>
        Случай изменён в другом окне
      </h2>
      <p>Пока вы писали, случай сохранили ещё раз. Выберите, что оставить в каждом разделе.</p>
      <div className="row">
        <Button variant="secondary" size="small" onClick={() => all('mine')}>
          Везде моё
        </Button>
        <Button variant="secondary" size="small" onClick={() => all('theirs')}>
          Везде сохранённое
        </Button>
      </div>
      {conflict.fields.map((field) => (
        <fieldset key={field}>
          <legend>{titleOf(field)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className="case-version align-start pad-block-3 gap-4">
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={(choice[field] ?? 'mine') === side}
                onChange={() => setChoice({ ...choice, [field]: side })}
              />
              <span className="can-shrink">
                <b>{side === 'mine' ? 'Моё' : 'Сохранённое'}</b>
                <span className="case-prose break-anywhere measure pre-line">
                  {inWords(side === 'mine' ? conflict.mine[field] : conflict.theirs[field])}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button onClick={() => void resolveConflict(choice)}>Сохранить выбранное</Button>
    </div>
  );
}

/** Any part of a content as a few lines. */
function inWords(value: unknown): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '—';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value))
    return value
      .map((part: unknown) =>
        part && typeof part === 'object'
          ? Object.values(part)
              .filter((one) => one && !(Array.isArray(one) && one.length === 0))
              .map(inWords)
              .join(', ')
          : String(part),
      )
      .join('\n');
  return String(value);
}
