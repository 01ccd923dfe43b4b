import type { ReactNode } from 'react';
import type { CaseCard } from '#contract/cases.ts';
import { demonstration } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { formatDate } from '../../lib/dates.ts';
import { Patient } from '../Patient.tsx';
import { QuestionTerm } from '../QuestionTerm.tsx';
import { titleOf, useDictionary } from '../../lib/useDictionary.ts';
import { Pill } from '#ui/Pill.tsx';

/** A case in the list; `below` stands at its end. */
export function CaseRow({ item, below }: { item: CaseCard; below?: ReactNode }) {
  const {
    id,
    title,
    diseases,
    suspected,
    signs,
    author,
    figures,
    question,
    term,
    answers,
    published_at,
    demo,
  } = item;
  const subjects = useDictionary('subject');
  return (
    <li className="card case-row" data-pictured={item.picture ? '' : undefined}>
      {item.picture && (
        <img
          className="case-thumb rounded"
          src={item.picture.url}
          alt={item.picture.alt}
          width={item.picture.width}
          height={item.picture.height}
          loading="lazy"
        />
      )}
      <p className="row">
        {demo && <Pill title={demonstration} tone="warn" />}
        {question === 'open' && <Pill title="Вопрос коллегам" tone="rare" />}
        <QuestionTerm term={term} />
        {question === 'closed' && <Pill title="Вопрос закрыт исходом" tone="ok" />}
        <Patient age={item.age_band} sex={item.sex} region={item.region && titleOf(subjects, item.region)} />
      </p>
      <h2 className="text-7">
        <a className="card-link" href={`/cases/${id}/`}>
          {title}
        </a>
      </h2>
      <p>{diseases.length > 0 ? diseases.map((disease) => disease.title).join(', ') : suspected}</p>
      {signs.length > 0 && <p className="muted small">{signs.join(' · ')}</p>}
      <p className="muted small">
        {[author.title, author.place, formatDate(published_at)].filter(Boolean).join(' · ')}
        {figures > 0 && ` · ${counted(figures, ['снимок', 'снимка', 'снимков'])}`}
        {answers > 0 && ` · ${counted(answers, ['сообщение', 'сообщения', 'сообщений'])}`}
      </p>
      {below && <div className="case-row-actions relative self-start">{below}</div>}
    </li>
  );
}
