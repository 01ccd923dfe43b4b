import { useStore } from '@nanostores/react';
import { readsCases } from '#contract/client/user.ts';
import type { RankedDisease } from '#domain/signs/answer.ts';
import { maxCompared } from '#domain/signs/choice.ts';
import type { KnownDisease } from '#domain/signs/records.ts';
import type { Contribution } from '#domain/signs/rank.ts';
import { $user } from '#stores/session.ts';
import type { Aid, NamedSign } from '#stores/signs.ts';
import { DiseaseName } from './DiseaseName.tsx';
import { labelOf, sayContribution, sayCourse, sayShare, titleOf } from './words.ts';

interface Props {
  aid: Aid;
  line: RankedDisease;
  place: number;
  /** The greatest contribution of all lines: the longest bar. */
  heaviest: number;
}

/** A disease: what speaks for and against it, what is expected and was not named, and the ways on. */
export function DiseaseLine({ aid, line, place, heaviest }: Props) {
  const names = useStore(aid.$names);
  const diseases = useStore(aid.$diseases);
  const titles = useStore(aid.$titles);
  const { signs, compared } = useStore(aid.$choice);
  const isCompared = compared.includes(line.code);
  const absent = new Set(signs.filter(({ presence }) => presence === 'no').map(({ hpo }) => hpo));
  const known = diseases.get(line.code);
  const title = titleOf(line.code, diseases, titles);
  const name = <DiseaseName aid={aid} code={line.code} />;
  return (
    <li className="card aid-line gap-4">
      <h3 className="text-6">
        <span className="muted figures">{place}. </span>
        {known ? <a href={`/deseases/${known.id}/`}>{name}</a> : name}
      </h3>
      <p className="small muted">
        {[line.code, known?.gene && `ген: ${known.gene}`, sayCourse(line)].filter(Boolean).join(' · ')}
      </p>
      <ul className="aid-bars text-4 stack" role="list" aria-label="Что говорит за болезнь и против неё">
        {line.named.map((one) => (
          <Bar key={one.hpo} one={one} isAbsent={absent.has(one.hpo)} names={names} heaviest={heaviest} />
        ))}
        {line.circumstances.map(({ circumstance, value }) => (
          <li key={circumstance} data-kind={value > 0 ? 'for' : 'against'}>
            <span>{circumstances[circumstance!]}</span>
            <ScoreBar value={value} heaviest={heaviest} />
          </li>
        ))}
      </ul>
      {line.expected.length > 0 && (
        <details>
          <summary className="muted text-4 pad-block-2">
            Ожидали и не назвали:{' '}
            {line.expected
              .slice(0, 3)
              .map(({ hpo }) => labelOf(hpo, names))
              .join('; ')}
            {line.expected.length > 3 && '…'}
          </summary>
          <ul className="aid-bars text-4 stack" role="list">
            {line.expected.map((one) => (
              <Bar key={one.hpo} one={one} names={names} heaviest={heaviest} />
            ))}
          </ul>
        </details>
      )}
      {known && <Further known={known} />}
      <label className="aid-compare inline-line gap-4 small no-print self-start">
        <input
          type="checkbox"
          aria-label={`Сравнить: ${title}`}
          checked={isCompared}
          disabled={!isCompared && compared.length >= maxCompared}
          onChange={() => aid.compare(line.code)}
        />
        Сравнить
      </label>
    </li>
  );
}

const circumstances: Readonly<Record<string, string>> = {
  sex: 'Пол: обычно болеют мальчики',
  age: 'Возраст: обычно начинается позже',
  inheritance: 'Семья: наследуется иначе',
  prevalence: 'Распространённость',
};

function Bar({
  one: { hpo, by, share, value, kind },
  isAbsent = false,
  names,
  heaviest,
}: {
  one: Contribution;
  /** The patient does not have it. */
  isAbsent?: boolean;
  names: Readonly<Record<string, NamedSign>>;
  heaviest: number;
}) {
  const near = by && names[by] ? labelOf(by, names) : undefined;
  return (
    <li data-kind={kind}>
      <span>
        {labelOf(hpo, names)}{' '}
        <small className="muted">
          {near && `по признаку «${near}» `}
          {isAbsent && 'нет у пациента, у больных '}
          {share === undefined ? 'у болезни не описан' : sayShare(share)}
        </small>
      </span>
      <ScoreBar value={value} heaviest={heaviest} />
    </li>
  );
}

function ScoreBar({ value, heaviest }: { value: number; heaviest: number }) {
  return (
    <>
      <span className="aid-bar clip sunken" aria-hidden="true">
        <span style={{ inlineSize: `${Math.round((Math.abs(value) / heaviest) * 100)}%` }} />
      </span>
      <b className="figures">{sayContribution(value)}</b>
    </>
  );
}

/** Ways on: each leads to its part of the disease's page. */
function Further({ known }: { known: KnownDisease }) {
  const page = `/deseases/${known.id}/`;
  const isReader = readsCases(useStore($user));
  const ways = [
    { title: 'Анализы', list: known.tests, path: '/diagnostics/#diagnostic-' },
    { title: 'Препараты', list: known.drugs, path: '/drugs/' },
    { title: 'Исследования', list: known.studies, path: '/research/' },
    { title: 'Учреждения', list: known.clinics, path: '/clinics/' },
  ].filter(({ list }) => list.length > 0);
  return (
    <p className="aid-further flow gap-9 row-gap-2 small">
      <a className="pad-block-2" href={page}>
        Страница болезни
      </a>
      {ways.map(({ title, list, path }) => {
        const [only] = list;
        const isOne = list.length === 1 && only;
        const address = isOne ? `${path}${only.id}${path.includes('#') ? '' : '/'}` : page;
        return (
          <a className="pad-block-2" key={title} href={address} title={isOne ? only.title : undefined}>
            {title}: {list.length}
          </a>
        );
      })}
      {/* Of the patient nothing goes along: the disease alone stands in the address. */}
      {isReader && (
        <a className="pad-block-2" href={`/cases/?diseases=${known.id}`}>
          Клинические случаи
        </a>
      )}
    </p>
  );
}
