import type { ImportCard } from '#contract/imports.ts';
import type { ImportState, ImportView } from '#domain/imports.ts';
import { plural } from '#domain/plural.ts';
import { formatDateTime } from '../../lib/dates.ts';

/** States of an import in words and in their tone. */
export const importStateWords: Record<ImportState, { title: string; tone: string }> = {
  comparing: { title: 'Сверяется', tone: 'info' },
  ready: { title: 'Ждёт решения', tone: 'warn' },
  refused: { title: 'Файл не принят', tone: 'err' },
  applying: { title: 'Применяется', tone: 'info' },
  applied: { title: 'Применён', tone: 'ok' },
  undoing: { title: 'Отменяется', tone: 'info' },
  undone: { title: 'Отменён', tone: 'neutral' },
  dropped: { title: 'Отложен', tone: 'neutral' },
};

export const isBusy = (state: ImportState) =>
  state === 'comparing' || state === 'applying' || state === 'undoing';

export const viewWords: Record<ImportView, string> = {
  changes: 'Все изменения',
  new: 'Новые',
  changed: 'Изменённые',
  safe: 'Безопасные',
  risky: 'Рискованные',
  open: 'Не решено',
  accepted: 'Принятые',
  skipped: 'Пропущенные',
  troubled: 'Конфликты и оставленные',
  rejected: 'Отклонённые',
  gone: 'Нет в файле',
};

/** Formats are named by their source; an own table has none. */
export const formatWord = (format: string) => (format === 'table' ? 'своя таблица' : format);

export const importedBy = ({ author, created_at }: Pick<ImportCard, 'author' | 'created_at'>) =>
  `${author ?? 'командная строка'}, ${formatDateTime(created_at)}`;

/** «новых 3, изменённых 12, отклонено 1»; zeros are left out. */
export function countWords({ counts }: ImportCard): string {
  const parts = [
    ['новых', counts.new],
    ['изменённых', counts.changed],
    ['таких же', counts.same],
    ['нет в файле', counts.gone],
    ['отклонено', counts.rejected],
    ['записано', counts.applied],
    ['в черновиках', counts.draft],
    ['в конфликте', counts.conflict],
    ['возвращено', counts.undone],
    ['оставлено', counts.left],
  ] as const;
  const words = parts.flatMap(([word, count]) => (count > 0 ? [`${word} ${numberWords(count)}`] : []));
  return words.join(', ') || 'ничего';
}

export const numberWords = (count: number) => count.toLocaleString('ru');
export const rowsWords = (count: number) =>
  `${numberWords(count)} ${plural(count, ['строка', 'строки', 'строк'])}`;
