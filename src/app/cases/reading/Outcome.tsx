import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { PublishedCase } from '#contract/cases.ts';
import { questionOutcome } from '#contract/forms/cases.ts';
import { SelectField, TextArea } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { usePublishedCase } from './usePublishedCase.ts';

/** The author closes the question with the outcome and the helpful answer, whose author is notified. */
export function Outcome({ publishedCase: { id, answers } }: { publishedCase: PublishedCase }) {
  const [helped, setHelped] = useState('');
  const { refetch } = usePublishedCase();
  const others = answers.filter(({ is_author, removed_by }) => !is_author && removed_by === '');
  return (
    <div id="outcome" className="no-print">
      <ApiForm
        className="case-form stack gap-8 justify-start"
        id="outcome"
        kept={`outcome ${id}`}
        schema={questionOutcome}
        values={{ outcome: '' }}
        label="Закрыть вопрос исходом"
        failed="Вопрос не закрыт"
        intro={<h3>Закрыть вопрос исходом</h3>}
        submit="Закрыть вопрос"
        busy="Закрываем…"
        send={async ({ outcome }) => {
          const json = { outcome, answer: helped ? Number(helped) : null };
          await call('POST /api/user/cases/{id}/close', { path: { id }, json });
          refetch();
        }}
      >
        {({ field }) => (
          <>
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
          </>
        )}
      </ApiForm>
    </div>
  );
}
