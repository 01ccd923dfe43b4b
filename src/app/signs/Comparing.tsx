import { useStore } from '@nanostores/react';
import { lowered } from '#domain/typography.ts';
import { inheritance, onset } from '#domain/vocabularies.ts';
import type { KnownDisease, LinkedRecord } from '#domain/signs/records.ts';

import type { Aid, ComparedDiseases } from '#stores/signs.ts';
import { Button } from '#ui/Button.tsx';
import { DiseaseName } from './DiseaseName.tsx';
import { labelOf, presences, sayShare } from './words.ts';

const atLeast = 2;

/** Two to five diseases side by side: what differs stands first. */
export function Comparing({ aid }: { aid: Aid }) {
  const comparison = useStore(aid.$comparison);
  const diseases = useStore(aid.$diseases);
  const { compared } = useStore(aid.$choice);
  if (compared.length === 0 || !comparison) return null;
  return (
    <section className="aid-comparing" aria-labelledby="aid-comparing">
      <div className="section-head">
        <h2 id="aid-comparing" tabIndex={-1}>
          Сравнение
        </h2>
        <span className="row no-print">
          <Button variant="secondary" size="small" onClick={() => print()}>
            Напечатать
          </Button>
          <Button variant="quiet" size="small" onClick={aid.compareNone}>
            Убрать сравнение
          </Button>
        </span>
      </div>
      {compared.length < atLeast ? (
        <p className="muted">Отметьте ещё хотя бы одну болезнь: «Сравнить» в её строке.</p>
      ) : (
        <div className="table" data-framed>
          <table className="full-width text-4 aid-compared">
            <caption className="visually-hidden">Сравнение болезней: сначала то, чем они различаются</caption>
            <thead>
              <tr>
                <th scope="col">Что</th>
                {comparison.diseases.map(({ code }) => {
                  const known = diseases.get(code);
                  const name = <DiseaseName aid={aid} code={code} />;
                  return (
                    <th scope="col" key={code}>
                      {known ? <a href={`/deseases/${known.id}/`}>{name}</a> : name}
                      <small>{code}</small>
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              <ComparedSigns comparison={comparison} diseases={diseases} />
              <SignRows comparison={comparison} />
            </tbody>
          </table>
        </div>
      )}
      <p className="small muted">
        Процент — доля больных с признаком по Orphanet и аннотациям HPO; «—» значит, что источники о нём не
        говорят, а не что его не бывает.
      </p>
    </section>
  );
}

const absent = '—';
const joined = (records: readonly LinkedRecord[] | undefined) =>
  records?.length ? records.map(({ title }) => title).join('; ') : absent;

/** Facts; rows in which the diseases differ come before those in which they do not. */
function ComparedSigns({
  comparison,
  diseases,
}: {
  comparison: ComparedDiseases;
  diseases: ReadonlyMap<string, KnownDisease>;
}) {
  const known = comparison.diseases.map(({ code }) => diseases.get(code));
  const rows = [
    {
      title: 'Наследование',
      cells: comparison.diseases.map(
        (one) => one.inheritance.map((mode) => lowered(inheritance[mode])).join(', ') || absent,
      ),
    },
    {
      title: 'Начало',
      cells: comparison.diseases.map(
        (one) => one.onset.map((age) => lowered(onset[age])).join(', ') || absent,
      ),
    },
    { title: 'Ген', cells: known.map((one) => one?.gene || absent) },
    { title: 'Анализы', cells: known.map((one) => joined(one?.tests)) },
    { title: 'Препараты', cells: known.map((one) => joined(one?.drugs)) },
    { title: 'Кто платит', cells: known.map((one) => one?.payers.join('; ') || absent) },
  ].map((row) => ({ ...row, isDifferent: new Set(row.cells).size > 1 }));
  return rows
    .toSorted((one, other) => Number(other.isDifferent) - Number(one.isDifferent))
    .map(({ title, cells, isDifferent }) => (
      <tr key={title} data-same={isDifferent ? undefined : ''}>
        <th scope="row">{title}</th>
        {cells.map((text, place) => (
          <td key={comparison.diseases[place]!.code}>{text}</td>
        ))}
      </tr>
    ));
}

function SignRows({ comparison }: { comparison: ComparedDiseases }) {
  return comparison.rows.map(({ hpo, shares, atPatient, isDifferent }) => (
    <tr key={hpo} data-same={isDifferent ? undefined : ''}>
      <th scope="row">
        {labelOf(hpo, comparison.names)}
        {atPatient && <small>у пациента: {presences[atPatient]}</small>}
      </th>
      {shares.map((share, place) => (
        <td className="figures" key={comparison.diseases[place]!.code}>
          {sayShare(share) || absent}
        </td>
      ))}
    </tr>
  ));
}
