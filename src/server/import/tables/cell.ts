import { sortKey } from '#domain/alphabet.ts';
import { itemsIn } from '#domain/exports/cell.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { noResult } from '../../thread/workbook.ts';
import type { ImportContext, KnownRecord } from '../format.ts';

type CellValue = { value: unknown } | { problem: string };

export type Cells = ReturnType<typeof cellReader>;

/** Parses cells with catalogue labels; dictionaries and kinds are cached. */
export function cellReader(context: Pick<ImportContext, 'terms' | 'recordsOf'>) {
  const byTitle = new Map<string, Map<string, KnownRecord | 'several'>>();
  async function titlesOf(kind: string) {
    const known = byTitle.get(kind);
    if (known) return known;
    const made = new Map<string, KnownRecord | 'several'>();
    for (const record of await context.recordsOf(kind)) {
      made.set(`№${record.id}`, record);
      if (record.external) made.set(record.external, record);
      const key = sortKey(String(record.fields['title'] ?? ''));
      made.set(key, made.has(key) ? 'several' : record);
    }
    byTitle.set(kind, made);
    return made;
  }

  async function recordBy(kind: string, { number, title }: { number?: string; title?: string }) {
    const known = await titlesOf(kind);
    if (number) return known.get(`№${number.replace(/^№\s*/, '')}`);
    return title ? known.get(sortKey(title)) : undefined;
  }

  async function linkOf(kind: string, words: string): Promise<CellValue> {
    const known = await titlesOf(kind);
    const number = /^№?\s*(\d+)$/.exec(words)?.[1];
    const found = known.get(number ? `№${number}` : words) ?? known.get(sortKey(words));
    if (found === 'several') return { problem: `записей «${words}» несколько: напишите номер, №123` };
    return found ? { value: found.id } : { problem: `в каталоге нет записи «${words}»` };
  }

  return {
    recordBy,
    async valueOf(field: FieldDescription, text: string): Promise<CellValue> {
      switch (field.type) {
        case 'number':
        case 'whole':
          return numberOf(text);
        case 'yes-no':
          return yesOrNo(text);
        case 'choice':
          return await choiceOf(context, field, text);
        case 'choices':
          return await each(text, (words) => choiceOf(context, field, words));
        case 'lines':
          return { value: itemsIn(text) };
        case 'record':
          return await linkOf(field.linkTo ?? '', text);
        case 'records':
          return await each(text, (words) => linkOf(field.linkTo ?? '', words));
        default:
          // Days, moments and telephones are read by their fields.
          return { value: text };
      }
    },
  };
}

async function choiceOf(
  context: Pick<ImportContext, 'terms'>,
  field: FieldDescription,
  words: string,
): Promise<CellValue> {
  const wanted = words.toLowerCase();
  const choices = field.dictionary
    ? [...(await context.terms(field.dictionary))].map(([value, title]) => ({ value, title }))
    : (field.choices ?? []);
  const found = choices.find(
    ({ value, title }) => value.toLowerCase() === wanted || title.toLowerCase() === wanted,
  );
  if (found) return { value: found.value };
  const few = choices.slice(0, 5).map(({ title }) => `«${title}»`);
  return { problem: `нет значения «${words}»; есть ${few.join(', ')}${choices.length > 5 ? '…' : ''}` };
}

/** Values of a list, or all its faults. */
async function each(text: string, one: (words: string) => Promise<CellValue>): Promise<CellValue> {
  const values: unknown[] = [];
  const problems: string[] = [];
  for (const words of itemsIn(text)) {
    const read = await one(words);
    if ('problem' in read) problems.push(read.problem);
    else values.push(read.value);
  }
  return problems.length > 0 ? { problem: problems.join('; ') } : { value: values };
}

const errors =
  /^#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NULL!|NUM!|SPILL!|CALC!|Н\/Д|ССЫЛКА!|ДЕЛ\/0!|ЗНАЧ!|ИМЯ\?|ПУСТО!|ЧИСЛО!)$/i;

/** What a spreadsheet shows in place of a value. */
export function errorIn(text: string): string | undefined {
  if (text === noResult)
    return 'у формулы нет значения: откройте книгу в Excel или LibreOffice и сохраните её заново';
  return errors.test(text) ? `ошибка формулы ${text}: исправьте её или очистите ячейку` : undefined;
}

function numberOf(text: string): CellValue {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return /^[-−]?\d+(\.\d+)?$/.test(plain)
    ? { value: Number(plain.replace('−', '-')) }
    : { problem: `«${text}» не число` };
}

function yesOrNo(text: string): CellValue {
  const word = text.toLowerCase();
  if (['да', 'yes', 'true', '1', '+', 'есть'].includes(word)) return { value: true };
  if (['нет', 'no', 'false', '0', '-', '−'].includes(word)) return { value: false };
  return { problem: `«${text}»: нужно «да» или «нет»` };
}
