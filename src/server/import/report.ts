import type { Source } from '#domain/kinds/index.ts';
import type { Summary } from './summary.ts';

const formatNumber = (value: number) => value.toLocaleString('ru');

const shownRejections = 50;
const shownDifferences = 50;
const longestValue = 80;

const headingOf = ({ isDry, format }: Summary) =>
  isDry ? `Пробный импорт ${format}: ничего не сохранено` : `Импорт ${format}`;

export function* reportLines(summary: Summary, heading = headingOf(summary)): Generator<string> {
  if (summary.isDry) yield* differenceLines(summary);
  yield* noteLines(summary);
  yield* rejectionLines(summary);
  const { terms, records } = summary;
  yield '';
  yield heading;
  const hasTerms = terms.new + terms.changed + terms.same > 0;
  const columns = hasTerms ? ['записей', 'в словарях'] : ['записей'];
  yield row('', columns);
  for (const [outcome, title] of [
    ['new', 'новых'],
    ['changed', 'изменено'],
    ['same', 'без изменений'],
  ] as const) {
    yield row(title, [records[outcome], ...(hasTerms ? [terms[outcome]] : [])].map(formatNumber));
  }
  yield row('отклонено строк', [formatNumber(summary.rejectedCount)]);
}

const row = (title: string, cells: readonly string[]) =>
  title.padEnd(18) + cells.map((cell) => cell.padStart(12)).join('');

function* differenceLines({ differences, differenceCount }: Summary): Generator<string> {
  const shown = differences.slice(0, shownDifferences);
  if (shown.length === 0) return;
  yield '';
  yield 'Изменилось бы:';
  for (const { record, differences: fields } of shown) {
    yield record;
    for (const { field, before, after } of fields) {
      const sides =
        field === 'sources'
          ? [differingSources(before, after), differingSources(after, before)]
          : [formatValue(before), formatValue(after)];
      yield `  ${field}: ${sides.join(' → ')}`;
    }
  }
  if (differenceCount > shown.length)
    yield `… и ещё записей: ${formatNumber(differenceCount - shown.length)}`;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '—';
  const text = typeof value === 'string' ? `«${value}»` : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}… (${text.length} знаков)` : text;
}

function differingSources(sources: unknown, others: unknown): string {
  const known = new Set((others as Source[]).map((source) => JSON.stringify(source)));
  const different = (sources as Source[]).filter((source) => !known.has(JSON.stringify(source)));
  return (
    different.map(({ title, date, fields }) => `${title}, ${date} (${fields.join(', ')})`).join('; ') || '—'
  );
}

function* noteLines({ notes }: Summary): Generator<string> {
  if (notes.size === 0) return;
  yield '';
  yield 'Пропущено или оставлено как было:';
  for (const [text, { count, examples }] of notes) {
    yield `  ${text}: ${formatNumber(count)}`;
    for (const example of examples) yield `    ${example}`;
    if (count > examples.length && examples.length > 0)
      yield `    … и ещё ${formatNumber(count - examples.length)}`;
  }
}

function* rejectionLines({ rejections, rejectedCount }: Summary): Generator<string> {
  if (rejectedCount === 0) return;
  yield '';
  yield 'Отклонено:';
  for (const { line, reason } of rejections.slice(0, shownRejections)) yield `  строка ${line}: ${reason}`;
  const rest = rejectedCount - Math.min(shownRejections, rejections.length);
  if (rest > 0) yield `  … и ещё строк: ${formatNumber(rest)}`;
}
