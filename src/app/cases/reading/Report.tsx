import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { caseReport } from '#contract/forms/cases.ts';
import { TextArea } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { casePath } from './usePublishedCase.ts';

interface Props {
  /** Of the case or of the message. */
  id: number;
  about: 'case' | 'message';
}

/** Tells the editors that something is wrong with a case or a message: a name left in it, a dangerous statement. */
export function Report({ id, about }: Props) {
  const [isSent, setSent] = useState(false);
  return (
    <details className="case-report no-print">
      <summary className="tap">{about === 'case' ? 'Сообщить о нарушении' : 'Пожаловаться'}</summary>
      <p role="status">{isSent && 'Спасибо. Редакция прочтёт сообщение и примет меры.'}</p>
      {!isSent && (
        <ApiForm
          className="case-form stack gap-8 justify-start"
          id={about === 'case' ? 'report' : `report${id}`}
          kept={`report of ${about} ${id}`}
          schema={caseReport}
          values={{ text: '' }}
          failed="Сообщение не отправлено"
          submit="Отправить редакции"
          busy="Отправляем…"
          variant="secondary"
          send={async ({ text }) => {
            const json = { text, ...(about === 'message' && { answer: id }) };
            await call('POST /api/cases/{id}/report', { path: casePath(), json });
            setSent(true);
          }}
        >
          {({ field }) => (
            <TextArea
              label="Что не так"
              hint="Например: в тексте осталось имя, на снимке видно лицо, совет опасен."
              required
              {...field('text')}
            />
          )}
        </ApiForm>
      )}
    </details>
  );
}
