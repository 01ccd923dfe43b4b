import { call } from '#contract/client/call.ts';
import { caseAnswer } from '#contract/forms/cases.ts';
import type { CaseMessage } from '#contract/cases.ts';
import { experiences } from '#domain/cases.ts';
import { addNotice } from '#stores/notices.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextArea } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { casePath, usePublishedCase } from './usePublishedCase.ts';

/** An answer to the author's question, a remark without one, a reply to a message, other words for one's own. */
type Kind = 'answer' | 'remark' | 'reply' | 'edit';

interface Props {
  kind: Kind;
  /** Under what the text is kept until it is sent. */
  kept: string;
  /** The message that is replied to. */
  parent?: number;
  edited?: CaseMessage;
  /** Names that may be called. */
  people: readonly string[];
  onDone?: () => void;
}

const said: Record<Kind, { title: string; label: string; button: string; done: string }> = {
  answer: {
    title: 'Ваш ответ',
    label: 'Что это может быть или что делать',
    button: 'Ответить',
    done: 'Ответ опубликован. Автор узнает о нём.',
  },
  remark: {
    title: 'Ваше сообщение',
    label: 'Что вы хотите сказать коллегам',
    button: 'Написать',
    done: 'Сообщение опубликовано.',
  },
  reply: {
    title: 'Ответ на сообщение',
    label: 'Ваш ответ на сообщение',
    button: 'Отправить ответ',
    done: 'Ответ опубликован.',
  },
  edit: {
    title: 'Исправление',
    label: 'Новый текст',
    button: 'Сохранить',
    done: 'Исправлено. Прежний текст остался в истории сообщения.',
  },
};

export function MessageForm({ kind, kept, parent, edited, people, onDone }: Props) {
  const isAnswer = kind === 'answer';
  const words = said[kind];
  const { replace } = usePublishedCase();
  return (
    <ApiForm
      className="case-form stack gap-8 justify-start no-print"
      id={`${kind}${parent ?? edited?.id ?? ''}`}
      kept={kept}
      schema={caseAnswer}
      values={{
        opinion: edited?.opinion ?? '',
        next_steps: edited?.next_steps ?? '',
        experience: '' as const,
      }}
      extraErrors={(values): Record<string, string> =>
        isAnswer && !values.experience ? { experience: 'Отметьте, на чём основан ответ.' } : {}
      }
      label={words.title}
      failed="Не отправлено"
      intro={<h3>{words.title}</h3>}
      submit={words.button}
      busy="Отправляем…"
      cancel="Не надо"
      onCancel={onDone}
      send={async ({ opinion, next_steps, experience }, _key, form) => {
        const path = casePath();
        replace(
          edited
            ? await call('POST /api/cases/{id}/answers/{answer}', {
                path: { ...path, answer: edited.id },
                json: { opinion, next_steps },
              })
            : await call('POST /api/cases/{id}/answers', {
                path,
                json: { opinion, next_steps, experience, ...(parent && { parent }) },
              }),
        );
        form.reset();
        addNotice({ icon: 'success', html: words.done });
        onDone?.();
      }}
    >
      {({ form, field }) => (
        <>
          <TextArea label={words.label} required {...field('opinion')} />
          <People
            names={people}
            mention={(name) => {
              const now = form.getValues('opinion').trimEnd();
              form.setValue('opinion', `${now && `${now} `}@${name} `, { shouldDirty: true });
              form.setFocus('opinion');
            }}
          />
          {(isAnswer || edited?.next_steps) && (
            <TextArea label="Что посмотреть дальше" isOptional {...field('next_steps')} />
          )}
          {isAnswer && (
            <SelectField label="На чём основан ответ" {...field('experience')}>
              <option value="" disabled>
                Выберите
              </option>
              {Object.entries(experiences).map(([code, title]) => (
                <option key={code} value={code}>
                  {title}
                </option>
              ))}
            </SelectField>
          )}
          <p className="muted small">Не пишите имён, дат и адресов пациентов: ваши слова увидят все врачи.</p>
        </>
      )}
    </ApiForm>
  );
}

/** Authors of the discussion; a mention notifies its author. */
function People({ names, mention }: { names: readonly string[]; mention(name: string): void }) {
  if (names.length === 0) return null;
  return (
    <div className="row" role="group" aria-label="Позвать в разговор">
      <span className="muted small">Позвать:</span>
      {names.map((name) => (
        <Button key={name} variant="quiet" size="small" onClick={() => mention(name)}>
          @{name}
        </Button>
      ))}
    </div>
  );
}
