import type { RecordSaving } from '#stores/editing.ts';
import { Button } from '#ui/Button.tsx';
import { formatDateTime } from '../../dates.ts';

/** Where what is typed is now. */
export function SavingNote({ saving, retry }: { saving: RecordSaving; retry(): void }) {
  return (
    <span className="desk-saving muted text-4" data-state={saving.state} role="status">
      {saving.state === 'saved' && (saving.at ? `Сохранено ${formatDateTime(saving.at)}` : '')}
      {saving.state === 'waiting' && 'Изменено'}
      {saving.state === 'saving' && 'Сохраняем…'}
      {saving.state === 'failed' && (
        <>
          Не сохранено. {saving.message} {adviceOf(saving)}{' '}
          <Button variant="quiet" size="small" onClick={retry}>
            Повторить
          </Button>
        </>
      )}
    </span>
  );
}

/** What is typed is never thrown away: it is kept by the browser until the server has it. */
function adviceOf({ status, isFinal }: Extract<RecordSaving, { state: 'failed' }>): string {
  if (status === 403)
    return 'Набранное цело, пока открыта эта вкладка: скопируйте его или попросите администратора вернуть вам роль.';
  if (isFinal) return '';
  return 'Набранное цело в этой вкладке и сохранится само, как только станет можно.';
}
