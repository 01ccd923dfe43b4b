import { useStore } from '@nanostores/react';
import type { PublishedCase } from '#contract/cases.ts';
import { authorCalled } from '#domain/mentions.ts';
import { describeNotified } from '#domain/question-deadline.ts';
import { $user } from '#stores/session.ts';
import { formatDate } from '../../lib/dates.ts';
import { QuestionTerm } from '../QuestionTerm.tsx';
import { Message } from './Message.tsx';
import { MessageForm } from './MessageForm.tsx';
import { Outcome } from './Outcome.tsx';

/** Names of authors under a case, without the user's own. */
function namesUnder({ answers, own }: PublishedCase): string[] {
  const others = answers.filter((one) => !one.own && !one.is_author && one.removed_by === '');
  return [...new Set([...(own ? [] : [authorCalled]), ...others.map(({ author }) => author.title)])];
}

/** What colleagues and the author say to each other under a case, and how its question ended. */
export function Discussion({ publishedCase }: { publishedCase: PublishedCase }) {
  const { id, question_state, question_outcome, question_closed_at, term, asked, answers, may_answer, own } =
    publishedCase;
  const user = useStore($user);
  const people = namesUnder(publishedCase);
  const isAsked = question_state === 'open' && !own;
  return (
    <section className="stack gap-6" aria-labelledby="answers-title">
      <h2 id="answers-title">Обсуждение</h2>
      {question_state === 'closed' && (
        <div className="callout stack gap-4" data-tone="ok" data-marked>
          <p>
            <b>Автор рассказал, чем закончилось</b>
            {question_closed_at && <span className="muted"> · {formatDate(question_closed_at)}</span>}
          </p>
          <div className="case-prose break-anywhere measure pre-line">{question_outcome}</div>
        </div>
      )}
      {term && (
        <p className="row">
          <QuestionTerm term={term} />
          <span className="muted small">{describeNotified(asked)}</span>
        </p>
      )}
      {answers.length === 0 && (
        <p className="muted">
          {question_state === 'open' ? 'Ответов пока нет.' : 'Пока никто ничего не написал.'}
        </p>
      )}
      <ul className="stack gap-8">
        {answers
          .filter(({ parent }) => parent === null)
          .map((message) => (
            <Message
              key={message.id}
              message={message}
              replies={answers.filter(({ parent }) => parent === message.id)}
              mayWrite={may_answer}
              people={people}
            />
          ))}
      </ul>
      {may_answer && (
        <MessageForm kept={`answer ${id}`} kind={isAsked ? 'answer' : 'remark'} people={people} />
      )}
      {!may_answer && user?.verified === false && (
        <p className="dashed pad-12 stack gap-6 justify-start no-print">
          Пишут врачи, чью профессию подтвердила редакция.{' '}
          <a href="/profile/application/">Подтвердить профессию</a>
        </p>
      )}
      {question_state === 'open' && own && <Outcome publishedCase={publishedCase} />}
    </section>
  );
}
