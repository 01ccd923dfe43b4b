import { useStore } from '@nanostores/react';
import { maxSigns } from '#domain/signs/choice.ts';
import type { Aid } from '#stores/signs.ts';
import { Button } from '#ui/Button.tsx';
import { SuggestField } from '#ui/SuggestField.tsx';
import { labelOf, presences } from './words.ts';

/** Several signs in a sentence: «гепатомегалия, судорог нет». */
const isNote = (text: string) =>
  /[,;.\n]/.test(text.trim().slice(0, -1)) || text.trim().split(/\s+/).length > 5;

/** The sign field and the selected signs: a press cycles «есть», «нет», «не проверяли». */
export function SelectedSigns({ aid }: { aid: Aid }) {
  const { signs } = useStore(aid.$choice);
  const names = useStore(aid.$names);
  return (
    <>
      <SuggestField
        id="aid-sign"
        label="Признак"
        hint="По-русски, по-английски или номером HPO; можно вставить описание целиком. Введённое не покидает браузер."
        placeholder="Например: спленомегалия"
        wait={30}
        suggest={(text) => aid.find(text)}
        titleOf={({ label, isUnchecked }) => `${isUnchecked ? '≈ ' : ''}${label}`}
        noteOf={({ why, english, isGuess }) => (isGuess ? `похожее название · ${english}` : (why ?? english))}
        pick={(sign) => aid.tell(sign, 'yes')}
        note={{ isNote, take: (text) => void aid.read(text) }}
      />
      {signs.length > 0 && (
        <ul className="aid-chips flow gap-3" role="list" aria-label="Названные признаки">
          {signs.map(({ hpo, presence }) => (
            <li key={hpo} className="aid-chip clip" data-presence={presence}>
              <button
                className="break-anywhere can-shrink text-4"
                type="button"
                title="Нажмите, чтобы сменить: есть, нет, не проверяли"
                onClick={() => aid.turn(hpo)}
                onKeyDown={({ key }) => key === 'Delete' && aid.drop(hpo)}
              >
                {labelOf(hpo, names)}: <b>{presences[presence]}</b>
              </button>
              <button
                type="button"
                className="aid-drop no-print break-anywhere can-shrink text-4 no-shrink text-7"
                aria-label={`Убрать «${labelOf(hpo, names)}»`}
                onClick={() => aid.drop(hpo)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {signs.length >= maxSigns && <p className="small muted">Больше {maxSigns} признаков сразу не взять.</p>}
      {signs.length > 1 && (
        <p className="no-print">
          <Button variant="quiet" size="small" onClick={aid.clear}>
            Убрать всё
          </Button>
        </p>
      )}
    </>
  );
}
