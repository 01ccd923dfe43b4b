/** Maximum characters of text that reaches expressions of a folder or file, and what enforces it. */
export interface Bound {
  place: string;
  /** For one expression only. */
  source?: string;
  maxLength: number;
  held: string;
}

const field = 'поле записи до 20 000 знаков, правят редакторы';
const own = 'страница портала: знаки < и > из текстов записей стоят в ней заменёнными';

/** The first match applies. Files without an entry must be proven safe for any length. */
export const bounds: readonly Bound[] = [
  { place: 'src/domain/deidentification/people.ts', maxLength: 40, held: 'слово до 40 знаков' },
  { place: 'src/server/audit/places.ts', maxLength: 1000, held: 'строка журнала, которую сделал портал' },
  { place: 'src/domain/deidentification/first-names.ts', maxLength: 10, held: 'одно из шести имён' },
  {
    place: 'src/domain/deidentification/online.ts',
    source: '[.,;]+$',
    maxLength: 140,
    held: 'найденный адрес до 140 знаков',
  },
  {
    place: 'src/components/prose.ts',
    source: '[\\s,;:—-]+$',
    maxLength: 160,
    held: 'начало текста до 160 знаков',
  },
  {
    place: 'src/domain/deidentification/',
    maxLength: 60_000,
    held: 'черновик раздела случая до 60 000 знаков',
  },
  {
    place: 'src/components/print/words.ts',
    maxLength: 1000,
    held: 'очертание буквы из scripts/letters.ts',
  },
  { place: 'src/components/record/qr.ts', maxLength: 200, held: 'адрес страницы с номером или кодом записи' },
  { place: 'src/data/references.ts', maxLength: 3000, held: own },
  { place: 'src/server/cases/validation.ts', maxLength: 100, held: 'начало предложения до 100 знаков' },
  { place: 'src/server/cases/files.ts', maxLength: 200, held: 'имя файла укорочено при приёме' },
  {
    place: 'src/server/thread/workbook.ts',
    maxLength: 200_000,
    held: 'книгу читает отдельный поток, время ограничено',
  },
  { place: 'src/domain/editing/', maxLength: 20_000, held: field },
  { place: 'src/domain/prose/', maxLength: 20_000, held: field },
  { place: 'src/domain/paragraphs.ts', maxLength: 20_000, held: field },
  { place: 'src/components/prose.ts', maxLength: 20_000, held: field },
  {
    place: 'src/domain/search/',
    maxLength: 1000,
    held: 'слова поиска короче 300 знаков, отметки ставит сам портал',
  },
  { place: 'src/storage/bucket.ts', maxLength: 1000, held: 'адрес хранилища из настроек оператора' },
  { place: 'src/components/icons.ts', maxLength: 1000, held: 'рисунок значка из пакета' },
  { place: 'src/ui/icons.ts', maxLength: 1000, held: 'рисунок значка из пакета' },
  { place: 'src/contract/forms/common-passwords.ts', maxLength: 128, held: 'пароль до 128 знаков' },
  { place: 'src/server/account/passwords.ts', maxLength: 200, held: 'хеш, который сделал портал' },
  { place: 'src/server/request/client.ts', maxLength: 100, held: 'сетевой адрес от системы' },
  {
    place: 'src/server/import/',
    maxLength: 1000,
    held: 'имя в файле, который принёс редактор; отдельный поток',
  },
  { place: 'src/server/catalogue/cities.ts', maxLength: 1000, held: 'город в файле реестра' },
  { place: 'src/stores/', maxLength: 20_000, held: 'текст самого читателя в его браузере' },
  { place: 'src/server/site/low-vision.ts', maxLength: 3000, held: own },
  { place: 'src/server/http/plain-form.ts', maxLength: 3000, held: own },
  { place: 'src/server/editors/previews.ts', maxLength: 3000, held: own },
  { place: 'src/server/catalogue/referenced-files.ts', maxLength: 20_000, held: field },
  {
    place: 'src/server/profile/page-of-person.ts',
    maxLength: 60_000,
    held: 'свои данные того, кто их просит',
  },
  { place: 'src/app/rich-text/paste/', maxLength: 20_000, held: 'буфер самого читателя в его браузере' },
  {
    place: 'src/server/thread/pdf.ts',
    source: '<rdf:li[^<>]*>\\s*[^<\\s]',
    maxLength: 800,
    held: 'кусок метаданных до 800 знаков',
  },
  {
    place: 'src/server/thread/pdf.ts',
    maxLength: 200_000,
    held: 'файл до 20 МБ читает отдельный поток, куски ограничены',
  },
];
