import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CallError } from '#contract/client/call.ts';
import type { PublishedCase } from '#contract/client/cases.ts';
import { caseAnswer } from '#contract/forms/cases.ts';
import { experiences } from '#domain/cases.ts';
import { formatDay } from '#domain/dates.ts';
import { answerCase, removeAnswer } from '#stores/cases/reading.ts';
import { addNotice } from '#stores/notices.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { Field, TextArea } from '#ui/Field.tsx';
import { useCallForm } from '../../form/useCallForm.ts';

/** The author's question, what colleagues have answered, and the outcome. */
export function Colleagues({ thing }: { thing: PublishedCase }) {
  const { question_state, question_outcome, question_closed_at, answers, may_answer, own } = thing;
  const user = useStore($user);
  if (question_state === 'none' && answers.length === 0) return null;
  return (
    <section className="case-section" aria-labelledby="answers-title">
      <h2 id="answers-title">Ответы коллег</h2>
      {question_state === 'closed' && (
        <div className="case-outcome">
          <p>
            <b>Автор рассказал, чем закончилось</b>
            {question_closed_at && <span className="muted"> · {formatDay(question_closed_at)}</span>}
          </p>
          <div className="case-prose">{question_outcome}</div>
        </div>
      )}
      {answers.length === 0 && <p className="muted">Ответов пока нет.</p>}
      <ul className="case-answers">
        {answers.map((answer) => (
          <Answer key={answer.id} answer={answer} />
        ))}
      </ul>
      {question_state === 'open' && !own && may_answer && <AnswerForm id={thing.id} />}
      {question_state === 'open' && !own && !may_answer && user?.verified === false && (
        <p className="case-message">
          Отвечают врачи, чью профессию подтвердила редакция.{' '}
          <a href="/profile/application/">Подтвердить профессию</a>
        </p>
      )}
      {question_state === 'open' && own && (
        <p>
          <a href={`/profile/cases/detail/?id=${thing.id}#outcome`}>Закрыть вопрос исходом</a>
        </p>
      )}
    </section>
  );
}

function Answer({ answer }: { answer: PublishedCase['answers'][number] }) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removeAnswer(answer.id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="case-answer">
      <p className="row">
        <b>{answer.author.title}</b>
        <span className="muted">
          {[answer.author.place, formatDay(answer.created_at)].filter(Boolean).join(' · ')}
        </span>
        <span className="pill" data-tone="info">
          {experiences[answer.experience]}
        </span>
        {answer.helped && (
          <span className="pill" data-tone="ok">
            Помог автору
          </span>
        )}
      </p>
      <div className="case-prose">{answer.opinion}</div>
      {answer.next_steps && (
        <div>
          <b>Что посмотреть дальше</b>
          <div className="case-prose">{answer.next_steps}</div>
        </div>
      )}
      {answer.own && (
        <Button variant="quiet" size="small" isBusy={isBusy} onClick={() => void remove()}>
          Убрать свой ответ
        </Button>
      )}
    </li>
  );
}

function AnswerForm({ id }: { id: number }) {
  const { submit, isSending, problems, field, control, form } = useCallForm({
    id: 'answer',
    schema: caseAnswer,
    kept: `answer ${id}`,
    values: { opinion: '', next_steps: '' },
    async send(values) {
      await answerCase({ ...values, next_steps: values.next_steps ?? '' });
      form.reset();
      addNotice({ icon: 'success', html: 'Ответ опубликован. Автор получит письмо.' });
    },
  });
  const { error } = control('experience');
  return (
    <form className="case-form" onSubmit={submit} noValidate aria-label="Ответ коллеге">
      <h3>Ваш ответ</h3>
      <ErrorSummary title="Ответ не отправлен" problems={problems} />
      <TextArea label="Что это может быть или что делать" required {...field('opinion')} />
      <TextArea label="Что посмотреть дальше" isOptional {...field('next_steps')} />
      <Field id="answer-experience" label="На чём основан ответ" error={error}>
        <select
          className="input"
          {...form.register('experience')}
          id="answer-experience"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'answer-experience-error' : undefined}
          defaultValue=""
        >
          <option value="" disabled>
            Выберите
          </option>
          {Object.entries(experiences).map(([code, title]) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      <p className="muted small">Не пишите имён, дат и адресов пациентов: ответ увидят все врачи.</p>
      <Button type="submit" isBusy={isSending} busy="Отправляем…">
        Ответить
      </Button>
    </form>
  );
}
