import { useStore } from '@nanostores/react';
import type { Aid } from '#stores/signs.ts';
import { Button } from '#ui/Button.tsx';
import { labelOf } from './words.ts';

const answers = { yes: 'Есть', no: 'Нет', unknown: 'Не знаю' } as const;

/** How telling the signs are, and those that would part the first diseases best. */
export function SuggestedQuestions({ aid }: { aid: Aid }) {
  const ranking = useStore(aid.$ranking);
  const names = useStore(aid.$names);
  if (!ranking || ranking.lines.length === 0) return null;
  const ofHundred = Math.round(ranking.telling.foundInTen * 100);
  return (
    <section className="card aid-asking" aria-labelledby="aid-asking">
      <h2 id="aid-asking">Спросите ещё</h2>
      <p className="aid-telling cluster gap-7 row-gap-2">
        <label htmlFor="aid-telling">Насколько говорящи признаки</label>
        <meter id="aid-telling" min={0} max={100} value={ofHundred} />
        <span className="small muted">
          У опубликованных больных с такими же говорящими признаками верная болезнь стояла в первой десятке в{' '}
          {ofHundred} % случаев.
        </span>
      </p>
      {ranking.questions.length > 0 && (
        <>
          <p className="small muted no-print">Эти признаки лучше других различают первые болезни списка:</p>
          <ul className="aid-questions stack gap-4 no-print" role="list">
            {ranking.questions.map((hpo) => {
              const label = labelOf(hpo, names);
              const sign = names[hpo];
              return (
                <li className="spread gap-8 row-gap-2 line-above" key={hpo}>
                  <span>{label}</span>
                  <span className="row" role="group" aria-label={label}>
                    {Object.entries(answers).map(([presence, title]) => (
                      <Button
                        key={presence}
                        variant="secondary"
                        size="small"
                        disabled={!sign}
                        onClick={() => sign && aid.tell(sign, presence as keyof typeof answers)}
                      >
                        {title}
                      </Button>
                    ))}
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
