import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { useAnswer } from '../useAnswer.ts';
import { useDeed } from '../useDeed.ts';
import { momentWords } from '../words.ts';

/** Whether the chain of the audit is whole, as of its last check. */
export function Chain() {
  const { answer } = useAnswer('GET /api/editors/audit/check');
  const { run, isBusy, message } = useDeed();
  const [fresh, setFresh] = useState<Output<'POST /api/editors/audit/check'>>();
  const checked = fresh ?? answer.data;
  const isWhole = checked?.problems.length === 0;
  return (
    <section className="desk-chain" aria-label="Цепочка журнала">
      <div role="status">
        {checked ? (
          <p>
            <span className="pill" data-tone={isWhole ? 'ok' : 'err'}>
              {isWhole ? 'Цепочка цела' : 'Цепочка нарушена'}
            </span>{' '}
            Проверено {momentWords(checked.at)}, {checked.rows.toLocaleString('ru')}{' '}
            {plural(checked.rows, ['строка', 'строки', 'строк'])}. Печать последней:{' '}
            <code>{checked.head.slice(0, 16)}</code>
          </p>
        ) : (
          answer.state === 'found' && <p>Цепочку ещё не проверяли. Сама она проверяется раз в сутки.</p>
        )}
        {checked && !isWhole && (
          <ul>
            {checked.problems.map(({ id, what }) => (
              <li key={`${id} ${what}`}>{what}</li>
            ))}
          </ul>
        )}
      </div>
      <Button
        variant="secondary"
        size="small"
        isBusy={isBusy}
        busy="Проверяем…"
        onClick={() =>
          void run('POST /api/editors/audit/check', {}).then((told) => {
            if (told) setFresh(told);
          })
        }
      >
        Проверить сейчас
      </Button>
      <Trouble message={message} />
    </section>
  );
}
