import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { workbook, workbookOf } from '../../../tests/sample/workbook.ts';

let portal: TestPortal;
let editor: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'sent@example.ru' }));
});
afterAll(() => portal.close());

type Content = string | Uint8Array;
const preview = (content: Content, name = 'a.csv') =>
  editor.post(
    '/api/editors/imports/columns',
    { file: new File([content as BlobPart], name), kind: '' },
    'multipart',
  );

let made = 0;
/** The table compared with the catalogue under its guessed columns. */
async function compared(content: Content, name?: string) {
  const { data, errors } = await preview(content, name);
  expect(errors).toBeUndefined();
  const answer = await editor.post(
    '/api/editors/imports',
    {
      format: 'table',
      file: new File([content as BlobPart], name ?? 'a.csv'),
      kind: data.kind,
      columns: JSON.stringify(data.guess),
      source_title: 'Письмо',
    },
    'multipart',
    { 'idempotency-key': `sent-${(made += 1)}` },
  );
  expect(answer.errors).toBeUndefined();
  await portal.importJobs.idle();
  const rows = async (view: string) =>
    (await editor.get(`/api/editors/imports/${answer.data.id}/rows?view=${view}`)).data.items;
  return {
    guess: data.guess as string[],
    titles: (await rows('new')).map(({ title }: { title: string }) => title) as string[],
    fields: (await rows('new')).map(({ fields }: { fields: { field: string; added: string[] }[] }) =>
      Object.fromEntries(fields.map(({ field, added }) => [field, added.join('|')])),
    ) as Record<string, string>[],
    rejected: (await rows('rejected')).map(({ line, reason }: { line: number; reason: string }) => [
      line,
      reason,
    ]) as [number, string][],
    safe: (await rows('safe')).map(({ title }: { title: string }) => title) as string[],
    risky: (await rows('risky')).flatMap(({ title, fields }: { title: string; fields: { why: string }[] }) =>
      fields.flatMap(({ why }) => (why ? [`${title}: ${why}`] : [])),
    ) as string[],
  };
}

const clinics = 'Название;Город\nОбластная клиника;Самара\nЦентр «Ёлочка»;Орёл\n';
const expected = ['Областная клиника', 'Центр «Ёлочка»'];

/** Text in an encoding of one byte. */
function encoded(text: string, encoding: string): Uint8Array {
  const letters = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Uint8Array.from(text, (letter) => {
    const byte = letters.indexOf(letter);
    if (byte < 0) throw new Error(`${encoding} has no ${letter}`);
    return byte;
  });
}
const wide = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
};
const plain = clinics.replaceAll(/[«»]/g, '"');

describe('encodings', () => {
  test.each<[string, Content]>([
    ['UTF-8 with a byte order mark', `\uFEFF${clinics}`],
    ['UTF-16, low byte first', wide(`\uFEFF${clinics}`, false)],
    ['UTF-16, high byte first', wide(`\uFEFF${clinics}`, true)],
    ['UTF-16 without a mark', wide(clinics, false)],
    ['UTF-16 without a mark, high byte first', wide(clinics, true)],
    ['Windows-1251', encoded(clinics, 'windows-1251')],
    ['CP866', encoded(plain, 'ibm866')],
    ['KOI8-R', encoded(plain, 'koi8-r')],
  ])('a table in %s is read', async (_, content) => {
    const { titles, fields, safe } = await compared(content);
    expect(titles.map((title) => title.replace('"Ёлочка"', '«Ёлочка»'))).toEqual(expected);
    expect(fields.map(({ city }) => city)).toEqual(['Самара', 'Орёл']);
    expect(safe).toEqual(titles);
  });

  test('a tab-separated table of Excel keeps its quoted cells', async () => {
    const { fields } = await compared(
      wide('\uFEFFНазвание\tГород\r\n"Центр ""А""\nфилиал"\tОмск\r\n', false),
    );
    expect(fields).toMatchObject([{ city: 'Омск' }]);
  });

  test('decomposed letters are composed: «й» is one letter, and the record is found', async () => {
    const first = await compared('Название;Город\nКлиника Йода;Йошкар-Ола\n'.normalize('NFD'));
    expect(first.guess).toEqual(['title', 'city']);
    expect(first.titles).toEqual(['Клиника Йода'.normalize('NFC')]);
    expect(first.fields[0]?.city).toBe('Йошкар-Ола'.normalize('NFC'));
  });

  test.each([
    ['UTF-8 read as Windows-1251', 'РљР»РёРЅРёРєР°'],
    ['UTF-8 read as Latin', 'ÐšÐ»Ð¸Ð½Ð¸ÐºÐ°'],
    ['Windows-1251 read as Latin', 'Êëèíèêà'],
    ['KOI8-R read as Windows-1251', 'аПМШОЙГБ'],
    ['CP866 read as Windows-1251', new TextDecoder('windows-1251').decode(encoded('Поликлиники', 'ibm866'))],
    ['lost letters', 'Кли\uFFFDика'],
  ])('%s is never safe', async (_, title) => {
    const { safe, risky } = await compared(`Название;Город\n${title};Москва\nГородская больница;Тверь\n`);
    expect(safe).toEqual(['Городская больница']);
    expect(risky).toEqual([expect.stringContaining('похоже, файл прочитан не в той кодировке')]);
  });

  test.each(['Центр Ménière', 'Лаборатория мРНК и мкРНК', 'Центр «Стіна» № 5', 'Отделение α₁ ≥ 5 °C ± 1'])(
    '«%s» is not taken for a wrong encoding',
    async (title) => {
      expect((await compared(`Название;Город\n${title};Москва\n`)).safe).toEqual([title]);
    },
  );
});

describe('lines and separators', () => {
  test.each([
    ['a carriage return alone', clinics.replaceAll('\n', '\r')],
    ['a carriage return and a line feed', clinics.replaceAll('\n', '\r\n')],
    ['sep=; in the first line', `sep=;\r\n${clinics}`],
    ['sep=| in the first line', `sep=|\n${clinics.replaceAll(';', '|')}`],
    ['tabs', clinics.replaceAll(';', '\t')],
    ['commas', clinics.replaceAll(';', ',')],
    ['empty cells at the end of each line', clinics.replaceAll('\n', ';;;\n')],
    [
      'a column without a title',
      clinics
        .replace('Город\n', 'Город;\n')
        .replace('Самара\n', 'Самара;заметка\n')
        .replace('Орёл\n', 'Орёл;\n'),
    ],
    ['empty lines above and between', `\n\n${clinics.replaceAll('\n', '\n\n')}`],
  ])('a table with %s is read', async (_, content) => {
    const { titles, fields, rejected } = await compared(content);
    expect([titles, rejected]).toEqual([expected, []]);
    expect(fields.map(({ city }) => city)).toEqual(['Самара', 'Орёл']);
  });

  test('a heading with a line break and separators inside quotation marks is one row', async () => {
    const { guess, titles } = await compared(
      '"Название";"Город\n";"Адрес, телефон; почта"\nКлиника с заголовком;Пермь;"ул. Мира, 1"\n',
    );
    expect(guess).toEqual(['title', 'city', 'address']);
    expect(titles).toEqual(['Клиника с заголовком']);
  });

  test('a separator of prose does not win over that of the table', async () => {
    const { guess } = await compared('Название\nКлиника, Москва\nКлиника, Тверь, филиал\n');
    expect(guess).toEqual(['title']);
  });

  test('the number of a rejected row is its line in the file', async () => {
    const { rejected } = await compared('sep=;\nНазвание;Город\n"Две\nстроки";Омск\nЛишнее;Омск;да\n');
    expect(rejected).toEqual([[5, 'столбцов 3, а в заголовке 2']]);
  });
});

describe('headings', () => {
  test.each<[string, Content, string]>([
    [
      'a title above the heading',
      'Список учреждений на 1 ноября 2026;;\n;;\nНазвание;Город;Телефон\nПод заглавием;Омск;\n',
      'a.csv',
    ],
    [
      'merged cells above the heading',
      workbook([
        ['Сведения об учреждениях', null, null],
        ['Учреждение', null, 'Связь'],
        ['Название', 'Город', 'Телефон'],
        ['Под заглавием', 'Омск', null],
      ]),
      'a.xlsx',
    ],
    [
      'a hidden sheet before',
      workbookOf(
        { rows: [['Название'], ['Черновик']], isHidden: true },
        {
          rows: [
            ['Название', 'Город'],
            ['Под заглавием', 'Омск'],
          ],
        },
        { rows: [['Название'], ['Прочее']] },
      ),
      'a.xlsx',
    ],
  ])('a table with %s is read', async (_, content, name) => {
    const { titles, fields } = await compared(content, name);
    expect(titles).toEqual(['Под заглавием']);
    expect(fields[0]?.city).toBe('Омск');
  });

  test('notes beside the table of a workbook cost nothing', async () => {
    const { titles } = await compared(
      workbook([
        ['Название', 'Город'],
        ['С заметкой', 'Омск', 'проверить'],
        ['Без заметки', 'Омск'],
      ]),
      'a.xlsx',
    );
    expect(titles).toEqual(['С заметкой', 'Без заметки']);
  });

  test('of unknown headings the first row of several cells is one', async () => {
    const { data } = await preview('Отчёт за год\nГруппа;Итог\nА;1\n');
    expect(data.columns.map(({ title }: { title: string }) => title)).toEqual(['Группа', 'Итог']);
    expect(data.rows).toBe(1);
  });
});

describe('faults', () => {
  test('a stray quotation mark or a missing cell costs its row', async () => {
    const { titles, rejected } = await compared(
      [
        'Название;Город',
        'Первая целая;Омск',
        '"Не закрыта;Омск',
        'Вторая "целая";Омск',
        'Лишний" знак;Омск',
        'Без города',
        '"Третья ""целая""";Омск',
        '"Ромашка" клиника;Омск',
        '"Не закрыта до конца;Омск',
      ].join('\n'),
    );
    expect(titles).toEqual(['Первая целая', 'Вторая "целая"', 'Третья "целая"', '"Ромашка" клиника']);
    const quotes = 'кавычки не закрыты или стоят не на месте';
    expect(rejected).toEqual([
      [3, quotes],
      [5, quotes],
      [6, 'столбцов 1, а в заголовке 2'],
      [9, quotes],
    ]);
  });

  test('errors of formulas and formulas without a value are named with their column', async () => {
    const { titles, rejected } = await compared(
      workbook([
        ['Название', 'Город', 'Телемедицинские консультации'],
        ['Считана', { formula: 'A1', gave: 'Омск' }, 'да'],
        ['С ошибкой', { error: '#N/A' }, 'да'],
        ['Не считана', { formula: 'A1' }, 'да'],
      ]),
      'a.xlsx',
    );
    expect(titles).toEqual(['Считана']);
    expect(rejected).toEqual([
      [3, 'столбец «Город»: ошибка формулы #N/A: исправьте её или очистите ячейку'],
      [4, expect.stringContaining('столбец «Город»: у формулы нет значения')],
    ]);
    const { rejected: russian } = await compared('Название;Город\nКлиника;#Н/Д\n');
    expect(russian).toEqual([[2, expect.stringContaining('#Н/Д')]]);
  });

  test('a text formula without a value is named by its cell', async () => {
    const { errors } = await preview(
      workbook([
        ['Название', 'Город'],
        ['Клиника', { formula: 'A1', isText: true }],
      ]),
      'a.xlsx',
    );
    expect(errors[0]?.message).toContain('Формула в ячейке B2 без значения');
  });

  test('all faults of a row are named at once', async () => {
    const { rejected } = await compared(
      'Название;Телемедицинские консультации;Сайт;Субъект РФ;Заболевания\nКлиника;наверное;не адрес;Атлантида;"Нет такой; И такой"\n',
    );
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.[1]).toMatch(/консультации.*Субъект РФ.*Нет такой.*И такой.*Сайт/s);
  });
});
