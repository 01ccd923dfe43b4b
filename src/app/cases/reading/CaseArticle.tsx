import type { ReactNode } from 'react';
import type { CaseContent } from '#contract/forms/cases.ts';
import type { PublishedCase } from '#contract/cases.ts';
import { caseSections, signPresences, stepKinds, type CaseSection } from '#domain/cases.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { Pill } from '#ui/Pill.tsx';
import { Patient } from '../Patient.tsx';
import { titleOf, useDictionary } from '../../lib/useDictionary.ts';
import { Curves } from './Curves.tsx';
import { CaseFigures, type CaseFigure } from './CaseFigures.tsx';
import { CaseGenes } from './CaseGenes.tsx';

/** Sections that are shown in the heading or not at all: what stands below them has a place of its own. */
const metaSections = [
  'title',
  'diseases',
  'suspected',
  'age_band',
  'sex',
  'region',
  'areas',
  'drugs',
  'specialities',
  'keywords',
  'basis',
  'consent',
  'authorship',
] as const;

type Linked = PublishedCase['disease_cards'][number];

/** A case as it is read: by colleagues, by its author beside the form, by the editor who reviews it. */
export interface CaseText extends Pick<
  CaseContent,
  | 'suspected'
  | 'age_band'
  | 'sex'
  | 'region'
  | 'complaint'
  | 'history'
  | 'findings'
  | 'signs'
  | 'tests'
  | 'series'
  | 'genes'
  | 'timeline'
  | 'therapy'
  | 'outcome'
  | 'discussion'
  | 'question'
  | 'references'
> {
  figures: readonly CaseFigure[];
  diseases: readonly Linked[];
  drugs: readonly Linked[];
}

interface Props {
  text: CaseText;
  /** Words of one place of the text, when they are shown in a way of their own: with findings marked. */
  say?: (path: string, words: string) => ReactNode;
  /** What stands below a section: remarks. */
  after?: (section: CaseSection) => ReactNode;
  level?: 2 | 3;
  /** Beside the form: its sections are no targets of links. */
  isPreview?: boolean;
}

/** Headings only where there is something to read. */
export function CaseArticle({ text, say = (_, words) => words, after, level = 2, isPreview = false }: Props) {
  const subjects = useDictionary('subject');
  const Heading = level === 2 ? 'h2' : 'h3';
  const section = (name: CaseSection, isThere: boolean, body: ReactNode) =>
    (isThere || after?.(name)) && (
      <section className="stack gap-6" id={isPreview ? undefined : `section-${name}`}>
        <Heading>{caseSections[name]}</Heading>
        {isThere && body}
        {after?.(name)}
      </section>
    );
  const prose = (name: 'complaint' | 'history' | 'findings' | 'therapy' | 'outcome' | 'discussion') =>
    section(name, text[name].trim() !== '', <Prose>{say(name, text[name])}</Prose>);

  return (
    <div className="stack gap-12">
      <div className="cluster gap-6 row-gap-3">
        <Patient age={text.age_band} sex={text.sex} region={text.region && titleOf(subjects, text.region)} />
        {text.diseases.map(({ id, title, url }) => (
          <a className="pill" data-tone="brand" key={id} href={url}>
            {title}
          </a>
        ))}
        {text.suspected && <Pill title={say('suspected', text.suspected)} />}
      </div>
      {after && (
        <div className="case-meta columns-fill column-15 may-be-empty">
          {metaSections.map((name) => {
            const below = after(name);
            return below && <div key={name}>{below}</div>;
          })}
        </div>
      )}
      {prose('complaint')}
      {prose('history')}
      {prose('findings')}
      {section('signs', text.signs.length > 0, <CaseSigns signs={text.signs} say={say} />)}
      {section('tests', text.tests.length > 0, <CaseTests tests={text.tests} say={say} />)}
      {section(
        'series',
        text.series.length > 0,
        <Curves series={text.series} timeline={text.timeline} say={say} />,
      )}
      {section('genes', text.genes.length > 0, <CaseGenes genes={text.genes} say={say} />)}
      {section('timeline', text.timeline.length > 0, <CaseTimeline steps={text.timeline} say={say} />)}
      {section('figures', text.figures.length > 0, <CaseFigures figures={text.figures} say={say} />)}
      {prose('therapy')}
      {text.drugs.length > 0 && (
        <p className="row">
          <b>{caseSections.drugs}:</b>
          {text.drugs.map(({ id, title, url }) => (
            <a key={id} href={url}>
              {title}
            </a>
          ))}
        </p>
      )}
      {prose('outcome')}
      {prose('discussion')}
      {section(
        'question',
        text.question.trim() !== '',
        <div className="callout stack gap-4" data-tone="rare" data-marked>
          <Prose>{say('question', text.question)}</Prose>
        </div>,
      )}
      {section(
        'references',
        text.references.some((line) => line.trim()),
        <ol className="numbers">
          {text.references
            .filter((line) => line.trim())
            .map((line, index) => (
              <li key={index}>{line}</li>
            ))}
        </ol>,
      )}
    </div>
  );
}

/** Line breaks of the author stay. */
function Prose({ children }: { children: ReactNode }) {
  return <div className="case-prose break-anywhere measure pre-line">{children}</div>;
}

type Say = NonNullable<Props['say']>;

function CaseSigns({ signs, say }: { signs: CaseText['signs']; say: Say }) {
  const order = ['yes', 'no', 'unknown'] as const;
  return (
    <dl className="case-signs stack gap-6">
      {order.map((presence) => {
        const own = signs
          .map((sign, index) => ({ sign, index }))
          .filter(({ sign }) => sign.presence === presence);
        return (
          own.length > 0 && (
            <div key={presence} data-presence={presence}>
              <dt className="semibold">
                {presence === 'yes' ? 'Есть' : presence === 'no' ? 'Нет' : 'Не оценивали'}
              </dt>
              <dd>
                <ul className="flow gap-3">
                  {own.map(({ sign, index }) => (
                    <li key={sign.hpo} title={`${sign.hpo}, ${signPresences[presence]}`}>
                      {sign.title}
                      {sign.note && <span className="muted"> — {say(`signs.${index}.note`, sign.note)}</span>}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

const marks: Record<string, string> = {
  low: '↓ ниже нормы',
  high: '↑ выше нормы',
  abnormal: '! отклонение',
  normal: 'норма',
};

function CaseTests({ tests, say }: { tests: CaseText['tests']; say: Say }) {
  const isTimed = tests.some(({ when }) => when.trim() !== '');
  return (
    <DataTable
      label="Исследования"
      columns={['Исследование', 'Результат', 'Норма', ...(isTimed ? ['Когда'] : [])]}
    >
      {tests.map((test, index) => (
        <tr key={index} data-mark={test.mark || undefined}>
          <th scope="row">
            {say(`tests.${index}.title`, test.title)}
            {test.note && <span className="muted small"> {say(`tests.${index}.note`, test.note)}</span>}
          </th>
          <td>
            {say(`tests.${index}.value`, test.value)}{' '}
            <span className="nowrap">{say(`tests.${index}.unit`, test.unit)}</span>
            {test.mark && <span className="case-mark nowrap text-3"> {marks[test.mark]}</span>}
          </td>
          <td data-title="Норма">{test.reference && say(`tests.${index}.reference`, test.reference)}</td>
          {isTimed && <td data-title="Когда">{test.when && say(`tests.${index}.when`, test.when)}</td>}
        </tr>
      ))}
    </DataTable>
  );
}

function CaseTimeline({ steps, say }: { steps: CaseText['timeline']; say: Say }) {
  return (
    <ol className="case-steps stack gap-0">
      {steps.map((step, index) => (
        <li className="stack gap-2" key={index} data-kind={step.kind}>
          <p className="cluster gap-4">
            <Pill title={stepKinds[step.kind]} />
            <b>{say(`timeline.${index}.when`, step.when)}</b>
          </p>
          <p className="semibold">{say(`timeline.${index}.title`, step.title)}</p>
          {step.text && (
            <div className="case-prose break-anywhere measure pre-line">
              {say(`timeline.${index}.text`, step.text)}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
