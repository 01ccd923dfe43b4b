import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { PublishedCase } from '#contract/client/cases.ts';
import { questionOutcome } from '#contract/forms/cases.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { SelectField, TextArea } from '#ui/Field.tsx';
import { useCallForm } from '../../form/useCallForm.ts';
import { usePublishedCase } from './usePublishedCase.ts';

/** The author closes the question with the outcome and the helpful answer, whose author is notified. */
export function Outcome({ publishedCase: { id, answers } }: { publishedCase: PublishedCase }) {
  const [helped, setHelped] = useState('');
  const { refetch } = usePublishedCase();
  const { submit, isSending, problems, field } = useCallForm({
    id: 'outcome',
    schema: questionOutcome,
    kept: `outcome ${id}`,
    values: { outcome: '' },
    async send({ outcome }) {
      const json = { outcome, answer: helped ? Number(helped) : null };
      await call('POST /api/user/cases/{id}/close', { path: { id }, json });
      refetch();
    },
  });
  const others = answers.filter(({ is_author, removed_by }) => !is_author && removed_by === '');
  return (
    <form
      id="outcome"
      className="case-form stack gap-8 justify-start no-print"
      onSubmit={submit}
      noValidate
      aria-label="Закрыть вопрос исходом"
    >
      <h3>Закрыть вопрос исходом</h3>
      <ErrorSummary title="Вопрос не закрыт" problems={problems} />
      <TextArea
        label="Чем закончилось"
        hint="Узнают все, кто отвечал и следил"
        required
        {...field('outcome')}
      />
      {others.length > 0 && (
        <SelectField
          id="outcome-helped"
          label="Чей ответ помог"
          isOptional
          value={helped}
          onChange={({ target }) => setHelped(target.value)}
        >
          <option value="">Никого не отмечать</option>
          {others.map((message) => (
            <option key={message.id} value={message.id}>
              {message.author.title}: {message.opinion.slice(0, 60)}
            </option>
          ))}
        </SelectField>
      )}
      <p>
        <Button type="submit" isBusy={isSending} busy="Закрываем…">
          Закрыть вопрос
        </Button>
      </p>
    </form>
  );
}
