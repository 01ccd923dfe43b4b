import { Button } from '#ui/Button.tsx';

/** Below a form that is being changed. */
export function SaveBar({ isSending, onCancel }: { isSending: boolean; onCancel(): void }) {
  return (
    <div className="save-bar cluster gap-5 line-above">
      <Button type="submit" isBusy={isSending} busy="Сохраняем…">
        Сохранить
      </Button>
      <Button variant="secondary" onClick={onCancel} disabled={isSending}>
        Отменить
      </Button>
    </div>
  );
}
