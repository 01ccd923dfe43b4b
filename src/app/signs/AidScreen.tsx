import { useStore } from '@nanostores/react';
import { counted } from '#domain/plural.ts';
import { importOrReload } from '#stores/importOrReload.ts';
import type { Aid } from '#stores/signs.ts';
import { Button } from '#ui/Button.tsx';
import { SuggestedQuestions } from './SuggestedQuestions.tsx';
import { Comparing } from './Comparing.tsx';
import { Ranking } from './Ranking.tsx';
import { PatientContext } from './PatientContext.tsx';
import { SuggestedTests } from './SuggestedTests.tsx';
import { SelectedSigns } from './SelectedSigns.tsx';
import { DiseaseName } from './DiseaseName.tsx';

const diseasesWord = ['болезнь', 'болезни', 'болезней'] as const;

/** The aid by signs: input on top, ranked diseases below. */
export function AidScreen({ aid }: { aid: Aid }) {
  const state = useStore(aid.$state);
  const choice = useStore(aid.$choice);
  if (state === 'failed') return <AidFailed />;
  return (
    <div className="aid gap-10" aria-busy={state === 'loading'}>
      <section className="card aid-selected" aria-labelledby="aid-selected">
        <h2 id="aid-selected">Что у пациента</h2>
        <SelectedSigns aid={aid} />
        <PatientContext aid={aid} />
      </section>
      <Status aid={aid} />
      <Comparing aid={aid} />
      {choice.signs.length > 0 && (
        <>
          <SuggestedQuestions aid={aid} />
          <Ranking aid={aid} />
          <SuggestedTests aid={aid} />
          <p className="row no-print">
            <ExportButton aid={aid} />
            <Button variant="secondary" size="small" onClick={() => print()}>
              Напечатать
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

const maxUnread = 8;

/** «Не разобрано: «пьёт из бутылки» и ещё 3. » */
function sayUnread(parts: readonly string[]): string {
  if (parts.length === 0) return '';
  const named = parts.slice(0, maxUnread).map((part) => `«${part}»`);
  const more = parts.length - named.length;
  return `Не разобрано: ${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}. `;
}

/** The one place that speaks of what happens to a screen reader. */
function Status({ aid }: { aid: Aid }) {
  const state = useStore(aid.$state);
  const { signs } = useStore(aid.$choice);
  const ranking = useStore(aid.$ranking);
  const read = useStore(aid.$read);
  const isReading = useStore(aid.$isReading);
  const [first] = ranking?.lines ?? [];
  return (
    <p className="muted may-be-empty" role="status">
      {read && !isReading && (
        <>
          Из текста взято признаков: {read.count}. Проверьте каждый. {sayUnread(read.unread)}
        </>
      )}
      {state === 'loading'
        ? `Загружаем признаки болезней…${isReading ? ' Вставленный текст прочитаем, когда они загрузятся.' : ''}`
        : isReading
          ? 'Читаем текст…'
          : signs.length === 0
            ? 'Назовите хотя бы один признак, который есть у пациента.'
            : !first
              ? ranking && 'Ни один из признаков не отмечен как «есть»: подбирать не по чему.'
              : [
                  `Показано: ${counted(ranking!.lines.length, diseasesWord)}. Первая — `,
                  <DiseaseName key="first" aid={aid} code={first.code} />,
                  '.',
                ]}
    </p>
  );
}

function AidFailed() {
  return (
    <div className="card" role="alert">
      <p>
        Признаки болезней не загрузились. Проверьте соединение: после первой загрузки страница работает и без
        сети.
      </p>
      <p>
        <Button onClick={() => location.reload()}>Загрузить ещё раз</Button>
      </p>
    </div>
  );
}

/** The patient as a file of GA4GH, made in the browser. */
function ExportButton({ aid }: { aid: Aid }) {
  const { signs } = useStore(aid.$choice);
  if (!signs.some(({ presence }) => presence !== 'unknown')) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() =>
        void importOrReload(() => import('./phenopacket.ts')).then(({ saveFile }) => saveFile(aid))
      }
    >
      Сохранить как phenopacket
    </Button>
  );
}
