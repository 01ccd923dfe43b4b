import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { CaseMessage } from '#contract/cases.ts';
import { experiences } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { MessageForm } from './MessageForm.tsx';
import { Report } from './Report.tsx';
import { casePath, usePublishedCase } from './usePublishedCase.ts';

interface Props {
  message: CaseMessage;
  /** Of a reply: none, and none can be written. */
  replies?: readonly CaseMessage[];
  mayWrite: boolean;
  /** Names that may be called. */
  people: readonly string[];
}

const gone = { author: 'Автор убрал это сообщение.', editor: 'Редакция убрала это сообщение.' };

/** A message under a case, what was replied to it, and what the reader may do with it. */
export function Message({ message, replies, mayWrite, people }: Props) {
  const [isEdited, setEdited] = useState(false);
  const [isReplied, setReplied] = useState(false);
  const { id, removed_by } = message;
  return (
    <li className="case-answer" id={`message-${id}`}>
      {removed_by !== '' ? (
        <p className="muted">{gone[removed_by]}</p>
      ) : (
        <>
          <MessageHead message={message} />
          {isEdited ? (
            <MessageForm
              kept={`message ${id}`}
              kind="edit"
              edited={message}
              people={people}
              onDone={() => setEdited(false)}
            />
          ) : (
            <MessageText opinion={message.opinion} next_steps={message.next_steps} />
          )}
          <MessageHistory message={message} />
          {!isEdited && (
            <MessageActions
              message={message}
              mayWrite={mayWrite}
              edit={() => setEdited(true)}
              reply={replies && (() => setReplied(true))}
            />
          )}
        </>
      )}
      {replies && replies.length > 0 && (
        <ul className="stack gap-8 case-replies">
          {replies.map((reply) => (
            <Message key={reply.id} message={reply} mayWrite={mayWrite} people={people} />
          ))}
        </ul>
      )}
      {isReplied && (
        <MessageForm
          kept={`reply ${id}`}
          kind="reply"
          parent={id}
          people={people}
          onDone={() => setReplied(false)}
        />
      )}
    </li>
  );
}

function MessageHead({ message }: { message: CaseMessage }) {
  const { author, created_at, experience, is_author, helped } = message;
  return (
    <p className="row">
      <b>{author.title}</b>
      <span className="muted">{[author.place, formatDate(created_at)].filter(Boolean).join(' · ')}</span>
      {is_author && <Pill title="Автор случая" tone="brand" />}
      {experience !== '' && <Pill title={experiences[experience]} tone="info" />}
      {helped && <Pill title="Помог автору" tone="ok" />}
    </p>
  );
}

function MessageText({ opinion, next_steps }: Pick<CaseMessage, 'opinion' | 'next_steps'>) {
  return (
    <>
      <div className="case-prose break-anywhere measure pre-line">{opinion}</div>
      {next_steps && (
        <div>
          <b>Что посмотреть дальше</b>
          <div className="case-prose break-anywhere measure pre-line">{next_steps}</div>
        </div>
      )}
    </>
  );
}

/** What it said before. */
function MessageHistory({ message: { editions, edited_at } }: { message: CaseMessage }) {
  if (editions.length === 0 || edited_at === null) return null;
  return (
    <details className="no-print">
      <summary className="muted small">
        Исправлено {formatDate(edited_at)}: показать{' '}
        {editions.length === 1 ? 'прежний текст' : 'прежние тексты'}
      </summary>
      {editions.map(({ at, opinion, next_steps }) => (
        <div className="line-above pad-block-4" key={at}>
          <p className="muted small">До {formatDate(at)}</p>
          <MessageText opinion={opinion} next_steps={next_steps} />
        </div>
      ))}
    </details>
  );
}

interface Actions {
  message: CaseMessage;
  mayWrite: boolean;
  edit(): void;
  reply: (() => void) | undefined;
}

function MessageActions({ message: { id, own, agreed, agreeing }, mayWrite, edit, reply }: Actions) {
  const { replace } = usePublishedCase();
  const { run, isBusy, message } = useMutation();
  const path = { ...casePath(), answer: id };
  const agree = () =>
    run(async () => {
      const json = { agreeing: !agreeing };
      replace(await call('POST /api/cases/{id}/answers/{answer}/agree', { path, json }));
    });
  const remove = () =>
    run(async () => replace(await call('POST /api/cases/{id}/answers/{answer}/remove', { path })));
  const agreement = agreed > 0 && counted(agreed, ['врач согласен', 'врача согласны', 'врачей согласны']);
  return (
    <div className="row">
      {agreement && <span className="muted small">{agreement}</span>}
      <div className="row no-print">
        {!own && mayWrite && (
          <Button
            variant="secondary"
            size="small"
            aria-pressed={agreeing}
            isBusy={isBusy}
            onClick={() => void agree()}
          >
            {agreeing ? 'Вы согласны' : 'Согласен'}
          </Button>
        )}
        {mayWrite && reply && (
          <Button variant="quiet" size="small" onClick={reply}>
            Ответить на это
          </Button>
        )}
        {own && mayWrite && (
          <>
            <Button variant="quiet" size="small" onClick={edit}>
              Исправить
            </Button>
            <Button variant="quiet" size="small" isBusy={isBusy} onClick={() => void remove()}>
              Убрать
            </Button>
          </>
        )}
        {!own && <Report id={id} about="message" />}
        {message && <p role="alert">{message}</p>}
      </div>
    </div>
  );
}
