import { useState, type ReactNode } from 'react';
import { call } from '#contract/client/call.ts';
import type { CaseFinding, ReviewedCase } from '#contract/cases.ts';
import {
  caseSections,
  checklist,
  declineReasons,
  remarkTemplates,
  type CaseSection,
  type Check,
  type DeclineReason,
} from '#domain/cases.ts';
import { findingKinds, type FindingKind } from '#domain/deidentification/finding.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { SelectField, TextArea } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useDraftState } from '../../lib/kept.ts';
import { useCaseText } from '../editor/useCaseText.ts';
import { StatePill } from '../own/StatePill.tsx';
import { Differences } from '../../desk/parts/Differences.tsx';
import { CaseArticle } from '../reading/CaseArticle.tsx';
import { CaseQuery } from '../States.tsx';
import { useDecision, useReviewedCase } from './useReviewedCase.ts';

interface NewRemark {
  field: CaseSection;
  text: string;
}

/** A case before an editor: personal data highlighted, a remark to each section, the decision beside. */
export function Review() {
  const { query, refetch } = useReviewedCase();
  return (
    <CaseQuery
      query={query}
      refetch={refetch}
      notFound={
        <>
          <p>Такого случая на проверке нет: автор мог отозвать его.</p>
          <a href="/profile/editors/cases/">Вся очередь</a>
        </>
      }
    >
      {(data) => <Reviewed key={data.version} data={data} />}
    </CaseQuery>
  );
}

function Reviewed({ data }: { data: ReviewedCase }) {
  const [remarks, setRemarks, forgetRemarks] = useDraftState<readonly NewRemark[]>(`remarks ${data.id}`, []);
  const text = useCaseText(data.content, data.files);
  const { findings, rarity } = data.check;
  const isOpen = data.state === 'review';
  const say = (path: string, words: string) => (
    <Marked words={words} findings={findings.filter((finding) => finding.path === path)} />
  );
  const after = (field: CaseSection): ReactNode =>
    isOpen ? (
      <>
        <FormerRemarks remarks={data.former_remarks.filter((remark) => remark.field === field)} />
        <Remark
          field={field}
          text={remarks.find((remark) => remark.field === field)?.text ?? ''}
          change={(said) =>
            setRemarks([
              ...remarks.filter((remark) => remark.field !== field),
              ...(said === '' ? [] : [{ field, text: said }]),
            ])
          }
        />
      </>
    ) : null;
  const consent = data.files.filter(({ role }) => role === 'consent');
  return (
    <div className="case-page align-start stack">
      <div className="stack gap-12">
        <p>
          <a href="/profile/editors/cases/">Вся очередь</a>
        </p>
        <h2>{say('title', data.content.title)}</h2>
        <p className="case-byline cluster gap-6 row-gap-3">
          <StatePill state={data.state} />
          <span>
            {[data.author.title, data.author.place].filter(Boolean).join(', ')}
            {data.author.verified ? ', профессия подтверждена' : ', профессия не подтверждена'}
          </span>
        </p>
        {rarity.isRare && (
          <p className="callout" data-tone="warn" data-marked>
            {rarity.message}
          </p>
        )}
        <Flags findings={findings} />
        {data.changes && <Changed changes={data.changes} />}
        <CaseArticle text={text} say={say} after={after} level={3} />
      </div>
      <aside className="case-aside stack gap-12" aria-label="Решение">
        {consent.map((file) => (
          <p key={file.id}>
            <a href={file.url}>Согласие пациента: {file.name}</a>
          </p>
        ))}
        {isOpen ? (
          <Decision {...data} remarks={remarks} forget={forgetRemarks} />
        ) : data.published ? (
          <Decline {...data} action="archive" title="Снять с публикации" />
        ) : (
          <p className="muted">Решение принято.</p>
        )}
      </aside>
    </div>
  );
}

/** Words with what looks like personal data marked; what the author has cleared is marked otherwise. */
function Marked({ words, findings }: { words: string; findings: readonly CaseFinding[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const finding of findings.toSorted((one, other) => one.start - other.start)) {
    if (finding.start < at) continue;
    parts.push(words.slice(at, finding.start));
    parts.push(
      <mark
        key={finding.start}
        className="case-flag ink"
        data-cleared={finding.cleared || undefined}
        title={nameOf(finding)}
      >
        {words.slice(finding.start, finding.end)}
      </mark>,
    );
    at = finding.end;
  }
  return (
    <>
      {parts}
      {words.slice(at)}
    </>
  );
}

const nameOf = ({ kind, cleared }: CaseFinding) =>
  `${findingKinds[kind as FindingKind] ?? 'Персональные данные'}${cleared ? ', автор считает иначе' : ''}`;

function Flags({ findings }: { findings: readonly CaseFinding[] }) {
  if (findings.length === 0)
    return (
      <p>
        <Pill title="Проверка на персональные данные пройдена" tone="ok" />
      </p>
    );
  return (
    <div className="callout" data-tone="warn" data-marked>
      <p>
        <b>Возможны персональные данные</b>
      </p>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.path} ${finding.start}`}>
            {caseSections[finding.field]}: «{finding.words}» — {nameOf(finding).toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  );
}

const sinceWhat = {
  returned: 'Что изменено после возврата',
  published: 'Чем новая редакция отличается от опубликованной',
};

function Changed({ changes: { since, differences } }: { changes: NonNullable<ReviewedCase['changes']> }) {
  return (
    <section className="dashed pad-12 stack gap-6 justify-start" aria-labelledby="changes-title">
      <h3 id="changes-title">{sinceWhat[since]}</h3>
      {differences.length > 0 ? <Differences differences={differences} /> : <p>Текст тот же.</p>}
    </section>
  );
}

/** What was remarked in the rounds before, and what the author says to it. */
function FormerRemarks({ remarks }: { remarks: ReviewedCase['former_remarks'] }) {
  if (remarks.length === 0) return null;
  return (
    <ul
      className="case-remarks callout stack gap-5"
      data-tone="info"
      data-marked
      aria-label="Прежние замечания"
    >
      {remarks.map(({ id, text, created_at, resolved_at, answer }) => (
        <li key={id} data-done={resolved_at ? true : undefined}>
          <p>
            <b>Замечание от {formatDate(created_at)}</b>
            {resolved_at ? ', учтено' : ', не отмечено учтённым'}: {text}
          </p>
          {answer && (
            <p>
              <b>Автор:</b> {answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Remark({ field, text, change }: { field: CaseSection; text: string; change(text: string): void }) {
  return (
    <details className="case-remark" open={text !== '' || undefined}>
      <summary className="brand">Замечание: {caseSections[field]}</summary>
      <TextArea
        id={`remark-to-${field}`}
        label={`Замечание к разделу «${caseSections[field]}»`}
        rows={2}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <label className="case-template text-4 above-4 block">
        Готовое замечание{' '}
        <select className="input" value="" onChange={({ target }) => change(target.value)}>
          <option value="">Выберите</option>
          {remarkTemplates.map((template) => (
            <option key={template} value={template}>
              {template}
            </option>
          ))}
        </select>
      </label>
    </details>
  );
}

type Version = Pick<ReviewedCase, 'id' | 'version'>;

function Decision({
  id,
  version,
  remarks,
  forget,
}: Version & { remarks: readonly NewRemark[]; forget(): void }) {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const { isBusy, problems, decide } = useDecision(forget);
  const isChecked = checks.length === Object.keys(checklist).length;
  const written = remarks.filter(({ text }) => text.trim() !== '');
  const accept = () =>
    call('POST /api/editors/cases/{id}/accept', { path: { id }, json: { version, checks: [...checks] } });
  const giveBack = () =>
    call('POST /api/editors/cases/{id}/return', { path: { id }, json: { version, remarks: written } });
  return (
    <>
      <ErrorSummary title="Решение не принято" problems={problems} />
      <fieldset className="case-checks stack gap-8 rounded pad-8">
        <legend>Проверка перед публикацией</legend>
        {Object.entries(checklist).map(([code, title]) => (
          <label key={code} className="check">
            <input
              type="checkbox"
              checked={checks.includes(code as Check)}
              onChange={({ target }) =>
                setChecks(target.checked ? [...checks, code as Check] : checks.filter((one) => one !== code))
              }
            />
            <span>{title}</span>
          </label>
        ))}
        <Button
          isBusy={isBusy}
          disabled={!isChecked || written.length > 0}
          onClick={() => void decide(accept, 'Случай принят. Автор получит письмо.')}
        >
          Принять
        </Button>
        {!isChecked && <p className="muted small">Отметьте каждый пункт, чтобы принять.</p>}
        {written.length > 0 && (
          <p className="muted small">С замечаниями случай возвращают, а не принимают.</p>
        )}
      </fieldset>
      <Button
        variant="secondary"
        isBusy={isBusy}
        disabled={written.length === 0}
        onClick={() => void decide(giveBack, 'Замечания отправлены автору.')}
      >
        {written.length > 0 ? `Вернуть с замечаниями: ${written.length}` : 'Вернуть с замечаниями'}
      </Button>
      {written.length === 0 && (
        <p className="muted small">Чтобы вернуть, напишите замечание хотя бы к одному разделу.</p>
      )}
      <Decline id={id} version={version} action="decline" title="Отклонить" />
    </>
  );
}

function Decline({ id, version, action, title }: Version & { action: 'decline' | 'archive'; title: string }) {
  const [reason, setReason] = useState<DeclineReason | ''>('');
  const [text, setText, forget] = useDraftState(`${action} ${id}`, '');
  const { isBusy, problems, decide } = useDecision(forget);
  return (
    <details className="case-report">
      <summary className="tap">{title}…</summary>
      <div className="case-form stack gap-8 justify-start">
        <ErrorSummary title="Решение не принято" problems={problems} />
        <SelectField
          id="decline-reason"
          label="Причина"
          value={reason}
          onChange={({ target }) => setReason(target.value as DeclineReason | '')}
        >
          <option value="">Выберите</option>
          {Object.entries(declineReasons).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextArea
          id="decline-text"
          label="Пояснение автору"
          isOptional={reason !== 'other'}
          rows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          variant="danger"
          isBusy={isBusy}
          disabled={reason === ''}
          onClick={() =>
            reason !== '' &&
            void decide(
              () =>
                call(`POST /api/editors/cases/{id}/${action}`, {
                  path: { id },
                  json: { version, reason, text },
                }),
              'Решение отправлено автору.',
            )
          }
        >
          {title}
        </Button>
      </div>
    </details>
  );
}
