import { useStore } from '@nanostores/react';
import { usualLines, type Aid } from '#stores/signs.ts';
import { titleOf } from './words.ts';

/** Further on: tests of the catalogue that confirm the first diseases. */
export function SuggestedTests({ aid }: { aid: Aid }) {
  const ranking = useStore(aid.$ranking);
  const diseases = useStore(aid.$diseases);
  const titles = useStore(aid.$titles);
  const tests = new Map<number, { title: string; confirms: string[] }>();
  for (const { code } of (ranking?.lines ?? []).slice(0, usualLines))
    for (const { id, title } of diseases.get(code)?.tests ?? []) {
      const test = tests.get(id) ?? { title, confirms: [] };
      test.confirms.push(titleOf(code, diseases, titles));
      tests.set(id, test);
    }
  if (tests.size === 0) return null;
  return (
    <section className="aid-tests notes" aria-labelledby="aid-tests">
      <h2 id="aid-tests">Дальше: анализы</h2>
      <p className="small muted">Исследования каталога, которые подтверждают болезни из первой десятки.</p>
      <ul className="stack gap-4" role="list">
        {[...tests].map(([id, { title, confirms }]) => (
          <li key={id}>
            <a href={`/diagnostics/#diagnostic-${id}`}>{title}</a>{' '}
            <small className="muted text-3">{confirms.join('; ')}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
