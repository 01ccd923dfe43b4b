import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { caseReport } from '#contract/forms/cases.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextArea } from '#ui/Field.tsx';
import { useCallForm } from '../../form/useCallForm.ts';
import { casePath } from './usePublishedCase.ts';

interface Props {
  /** Of the case or of the message. */
  id: number;
  about: 'case' | 'message';
}

/** Tells the editors that something is wrong with a case or a message: a name left in it, a dangerous statement. */
export function Report({ id, about }: Props) {
  const [isSent, setSent] = useState(false);
  const { submit, isSending, problems, field } = useCallForm({
    id: about === 'case' ? 'report' : `report${id}`,
    schema: caseReport,
    kept: `report of ${about} ${id}`,
    values: { text: '' },
    async send({ text }) {
      await call('POST /api/cases/{id}/report', {
        path: casePath(),
        json: { text, ...(about === 'message' && { answer: id }) },
      });
      setSent(true);
    },
  });
  return (
    <details className="case-report no-print">
      <summary className="tap">{about === 'case' ? 'Сообщить о нарушении' : 'Пожаловаться'}</summary>
      <p role="status">{isSent && 'Спасибо. Редакция прочтёт сообщение и примет меры.'}</p>
      {!isSent && (
        <form className="case-form stack gap-8 justify-start" onSubmit={submit} noValidate>
          <ErrorSummary title="Сообщение не отправлено" problems={problems} />
          <TextArea
            label="Что не так"
            hint="Например: в тексте осталось имя, на снимке видно лицо, совет опасен."
            required
            {...field('text')}
          />
          <Button type="submit" variant="secondary" isBusy={isSending} busy="Отправляем…">
            Отправить редакции
          </Button>
        </form>
      )}
    </details>
  );
}
