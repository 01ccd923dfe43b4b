import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { counted } from '#domain/plural.ts';
import { openDialog } from '#stores/dialogs.ts';
import type { DraftSaving } from '#stores/draft.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { formatDateTime } from './dates.ts';
import { conflictTitleId } from './ConflictPanel.tsx';

interface Props {
  draft: { $saving: ReadableAtom<DraftSaving>; flush(): Promise<boolean> };
  /** Shown before the first save. */
  hint?: string;
}

/** State of saving, announced when it changes. */
export function SavingStatus({ draft, hint = '' }: Props) {
  const saving = useStore(draft.$saving);
  const title = titleOf(saving) || hint;
  const advice = adviceOf(saving);
  return (
    <p className="saving-status cluster gap-4 can-shrink" role="status" data-state={saving.state}>
      {title && <Pill title={title} tone={toneOf(saving)} />}
      {advice && <span className="small">{advice}</span>}
      {saving.state === 'failed' && (
        <Button variant="quiet" size="small" onClick={() => void draft.flush()}>
          Повторить
        </Button>
      )}
      {saving.state === 'signed-out' && (
        <Button size="small" onClick={() => openDialog('login')}>
          Войти и сохранить
        </Button>
      )}
      {saving.state === 'conflict' && (
        <Button size="small" onClick={() => document.getElementById(conflictTitleId)?.focus()}>
          Выбрать
        </Button>
      )}
    </p>
  );
}

function titleOf(saving: DraftSaving): string {
  switch (saving.state) {
    case 'saved': {
      const except = counted(saving.withheld, ['места', 'мест', 'мест']);
      if (!saving.at) return '';
      return `Сохранено ${formatDateTime(saving.at)}${saving.withheld > 0 ? `, кроме ${except}` : ''}`;
    }
    case 'changed':
      return 'Есть несохранённое';
    case 'saving':
      return 'Сохраняем…';
    case 'offline':
      return 'Нет связи. Написанное хранится на этом устройстве и уйдёт, как только связь вернётся';
    case 'signed-out':
      return 'Вход закончился. Войдите, и всё сохранится';
    case 'conflict':
      return 'Две правки одного и того же: выберите, что оставить';
    case 'failed':
      break;
  }
  return 'Не сохранено';
}

/** What has not been sent, where it is, and what to do. */
function adviceOf(saving: DraftSaving): string {
  if (saving.state === 'saved' && saving.withheld > 0)
    return saving.isKept
      ? 'Слова, похожие на личные данные, остаются на этом устройстве, пока вы их не замените или не отметите.'
      : 'Слова, похожие на личные данные, стоят только на этой странице: браузер ничего не хранит. Замените их или отметьте, пока она открыта.';
  if (saving.state !== 'failed') return '';
  if (saving.status === 403)
    return `${saving.message} Набранное цело, пока открыта эта вкладка: скопируйте его или попросите администратора вернуть вам роль.`;
  if (saving.isFinal) return saving.message;
  return `${saving.message} Набранное цело в этой вкладке и сохранится само, как только станет можно.`;
}

function toneOf(saving: DraftSaving): string | undefined {
  if (saving.state === 'saved') return saving.withheld > 0 ? 'warn' : saving.at ? 'ok' : undefined;
  if (saving.state === 'offline') return 'warn';
  return saving.state === 'changed' || saving.state === 'saving' ? undefined : 'err';
}
