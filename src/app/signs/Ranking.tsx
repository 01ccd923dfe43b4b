import { useStore } from '@nanostores/react';
import { maxLines, type Aid } from '#stores/signs.ts';
import { Button } from '#ui/Button.tsx';
import { DiseaseLine } from './DiseaseLine.tsx';

/** The diseases that the signs speak for, the likeliest first. */
export function Ranking({ aid }: { aid: Aid }) {
  const ranking = useStore(aid.$ranking);
  const most = useStore(aid.$most);
  const lines = ranking?.lines ?? [];
  if (lines.length === 0) return null;
  const heaviest = Math.max(
    ...lines.flatMap(({ named, expected }) => [...named, ...expected].map(({ value }) => Math.abs(value))),
  );
  return (
    <section className="aid-lines" aria-labelledby="aid-lines">
      <h2 id="aid-lines">Болезни, о которых говорят признаки</h2>
      <p className="small muted">
        Справочник, а не диагноз. ×14 — признак делает болезнь в 14 раз вероятнее, ÷2 — вдвое менее вероятной;
        процент — доля больных с признаком. ≈ перед признаком — перевод не проверен.
      </p>
      <ol className="aid-list" role="list">
        {lines.map((line, place) => (
          <DiseaseLine key={line.code} aid={aid} line={line} place={place + 1} heaviest={heaviest} />
        ))}
      </ol>
      {most < maxLines && (
        <p className="no-print">
          <Button variant="secondary" onClick={aid.more}>
            Показать {maxLines}
          </Button>
        </p>
      )}
    </section>
  );
}
