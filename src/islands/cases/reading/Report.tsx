import { useState } from 'react';
import { caseReport } from '#contract/forms/cases.ts';
import { reportCase } from '#stores/cases/reading.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextArea } from '#ui/Field.tsx';
import { useCallForm } from '../../form/useCallForm.ts';

/** Tells the editors that something is wrong with a case: a name left in it, a dangerous statement. */
export function Report({ id }: { id: number }) {
  const [isSent, setSent] = useState(false);
  const { submit, isSending, problems, field } = useCallForm({
    id: 'report',
    schema: caseReport,
    kept: `report of case ${id}`,
    values: { text: '' },
    async send({ text }) {
      await reportCase(text);
      setSent(true);
    },
  });
  return (
    <details className="case-report no-print">
      <summary>Сообщить о нарушении</summary>
      <p role="status">{isSent && 'Спасибо. Редакция прочтёт сообщение и примет меры.'}</p>
      {!isSent && (
        <form className="case-form" onSubmit={submit} noValidate>
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
