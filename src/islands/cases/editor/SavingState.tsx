import { useStore } from '@nanostores/react';
import { $conflict, $saving, type CaseSaving } from '#stores/cases/draft.ts';
import { counted } from '#domain/plural.ts';
import { openDialog } from '#stores/dialogs.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';

const clock = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

const day = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const clockOf = (at: Date) => (at.toDateString() === new Date().toDateString() ? clock : day).format(at);

const exceptOf = (places: number) =>
  places === 0 ? '' : `, кроме ${counted(places, ['места', 'мест', 'мест'])}`;

/** What has not gone out with it, and where it is. */
function restOf({ isKept }: Extract<CaseSaving, { state: 'saved' }>): string {
  return isKept
    ? 'Слова, похожие на личные данные, остаются на этом устройстве, пока вы их не замените или не отметите.'
    : 'Слова, похожие на личные данные, стоят только на этой странице: браузер ничего не хранит. Замените их или отметьте, пока она открыта.';
}

function said(saving: CaseSaving): string {
  switch (saving.state) {
    case 'untouched':
      return 'Сохраняется само, каждые пять секунд';
    case 'changed':
      return 'Есть несохранённое';
    case 'saving':
      return 'Сохраняем…';
    case 'saved':
      return `Сохранено ${clockOf(saving.at)}${exceptOf(saving.withheld)}`;
    case 'offline':
      return 'Нет связи. Написанное хранится на этом устройстве и уйдёт, как только связь вернётся';
    case 'signed-out':
      return 'Вход закончился. Войдите, и случай сохранится';
    case 'conflict':
      return 'Случай изменён в другом окне: выберите, что оставить';
    case 'failed':
      break;
  }
  return `Не сохранено. ${saving.message}`;
}

const tones: Partial<Record<CaseSaving['state'], string>> = {
  saved: 'ok',
  offline: 'warn',
  'signed-out': 'err',
  conflict: 'err',
  failed: 'err',
};

/** How far the saving is: always in sight, said aloud when it changes. */
export function SavingState() {
  const saving = useStore($saving);
  const conflict = useStore($conflict);
  return (
    <p className="case-saving cluster gap-4" role="status">
      <Pill
        title={said(saving)}
        tone={saving.state === 'saved' && saving.withheld > 0 ? 'warn' : tones[saving.state]}
      />
      {saving.state === 'saved' && saving.withheld > 0 && <span className="small">{restOf(saving)}</span>}
      {saving.state === 'signed-out' && (
        <Button size="small" onClick={() => openDialog('login')}>
          Войти и сохранить
        </Button>
      )}
      {conflict && (
        <Button
          size="small"
          onClick={() => document.querySelector<HTMLDialogElement>('dialog.case-conflict')?.showModal()}
        >
          Выбрать
        </Button>
      )}
    </p>
  );
}
