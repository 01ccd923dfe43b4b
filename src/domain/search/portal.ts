/** A page of the portal that is no record of the catalogue. */
export interface PortalPage {
  title: string;
  url: string;
}

const glossary = '/glossary/';

/** Pages with the questions by which readers ask for them; each question is matched by all of its words. */
const pages: readonly (PortalPage & { asked: readonly string[] })[] = [
  {
    title: 'Маршрут пациента',
    url: '/access/route/',
    asked: [
      'маршрут',
      'отказ',
      'отказали',
      'отказ лекарство',
      'отказали лечение',
      'не дают препарат',
      'не дают',
      'не выдают',
      'жалоба',
      'второе мнение',
      'врачебная комиссия',
      'что делать диагноз',
      'направление',
      'инвалидность',
    ],
  },
  {
    title: 'Кто платит',
    url: '/access/',
    asked: ['кто платит', 'льготы', 'бесплатные лекарства', '14 взн', '14 нозологий', 'взн', 'возмещение'],
  },
  {
    title: 'Подбор по признакам',
    url: '/diagnostics/signs/',
    asked: ['подбор', 'признаки', 'симптомы', 'диагноза нет', 'нет диагноза'],
  },
  {
    title: 'Диагностика',
    url: '/diagnostics/',
    asked: ['анализы', 'диагностика', 'лаборатории', 'генетический анализ'],
  },
  {
    title: 'Учреждения',
    url: '/clinics/',
    asked: ['учреждения', 'центры', 'больницы', 'где лечат', 'ближайший центр'],
  },
  {
    title: 'Контакты и редакция',
    url: '/contacts/',
    asked: ['контакты', 'телефон', 'горячая линия', 'редакция', 'написать', 'ошибка сайт'],
  },
  {
    title: 'Коды ORPHA и МКБ',
    url: '/codes/',
    asked: ['коды', 'код мкб', 'мкб-10', 'коды orpha', 'кодирование', 'соответствие кодов'],
  },
  { title: 'Глоссарий', url: glossary, asked: ['глоссарий', 'словарь', 'термины'] },
  {
    title: 'Открытые данные',
    url: '/open-data/',
    asked: ['открытые данные', 'выгрузка', 'скачать', 'api', 'лицензия'],
  },
  {
    title: 'Полезные ресурсы',
    url: '/resources/',
    asked: ['психолог', 'сообщество', 'поддержка', 'пациентская организация', 'фонды'],
  },
  { title: 'Что нового', url: '/changes/', asked: ['что нового', 'изменения', 'обновления', 'rss'] },
  { title: 'Сравнение болезней и препаратов', url: '/compare/', asked: ['сравнить', 'сравнение'] },
  { title: 'О портале', url: '/page/about/', asked: ['портал', 'о портале', 'регистр', 'кто делает'] },
  { title: 'Как мы работаем с источниками', url: '/page/sources/', asked: ['источники', 'цитировать'] },
  {
    title: 'Какие данные мы храним',
    url: '/page/data/',
    asked: ['персональные данные', 'конфиденциальность'],
  },
  { title: 'Мероприятия', url: '/events/', asked: ['мероприятия', 'конференции', 'школы', 'вебинары'] },
];

/**
 * Diseases that readers look for here and Orphanet marks «NON RARE IN EUROPE»: code, name and other names. From
 * MONDO's mapping of 2026-08-04 (CC0), which quotes the mark.
 */
const common: readonly (readonly [orpha: number, name: string, ...others: string[]])[] = [
  [206, 'Болезнь Крона', 'Крона'],
  [771, 'Язвенный колит', 'НЯК'],
  [555, 'Целиакия'],
  [357, 'Синдром Жильбера', 'Жильбера', 'болезнь Жильбера'],
  [825, 'Анкилозирующий спондилит', 'Бехтерева', 'болезнь Бехтерева'],
  [284130, 'Ревматоидный артрит'],
  [40050, 'Псориатический артрит'],
  [378, 'Синдром Шегрена', 'Шегрена', 'болезнь Шегрена'],
  [855, 'Тиреоидит Хашимото', 'Хашимото', 'аутоиммунный тиреоидит'],
  [243377, 'Сахарный диабет 1 типа', 'диабет', 'сахарный диабет'],
  [3185, 'Синдром поликистозных яичников', 'СПКЯ'],
  [802, 'Рассеянный склероз'],
  [319705, 'Болезнь Паркинсона', 'Паркинсона'],
  [238616, 'Болезнь Альцгеймера', 'Альцгеймера'],
  [1648, 'Деменция с тельцами Леви'],
  [862, 'Эссенциальный тремор'],
  [856, 'Синдром Туретта', 'Туретта'],
  [106, 'Аутизм'],
  [1162, 'Синдром Аспергера', 'Аспергера'],
  [41842, 'Фибромиалгия'],
  [45360, 'Болезнь Меньера', 'Меньера'],
  [907, 'Синдром Вольфа — Паркинсона — Уайта', 'ВПУ', 'WPW'],
  [243761, 'Гипертоническая болезнь', 'гипертония'],
  [3135, 'Болезнь Шейермана', 'Шейермана'],
  [2335, 'Кератоконус'],
  [77243, 'Липедема'],
];

/** Words that ask without naming: «что такое пенетрантность». */
const asking = new Set([
  'что',
  'такое',
  'это',
  'как',
  'где',
  'какие',
  'какой',
  'кто',
  'куда',
  'для',
  'при',
  'на',
  'в',
  'и',
  'о',
  'по',
  'если',
]);
/** Imports nothing: the overlay loads it with its first file. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !asking.has(word));

/** Whether two words differ in their endings only. */
function isAlike(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  let shared = 0;
  while (shared < longest && one[shared] === other[shared]) shared += 1;
  return shared === longest || (shared >= 4 && shared >= longest - 3);
}

const questions = [
  ...pages,
  ...common.map(([orpha, ...names]) => ({
    title: `${names[0]}: Orphanet не относит к редким`,
    url: `https://www.orpha.net/en/disease/detail/${orpha}`,
    asked: names,
  })),
].flatMap(({ title, url, asked }) =>
  [title, ...asked].map((question) => ({ title, url, words: wordsIn(question) })),
);

/**
 * Pages of the portal, and `terms` of its glossary, that a query asks for: every word of the query belongs to one of
 * the questions of a page, and a whole question is asked. At most three.
 */
export function portalPages(query: string, terms: readonly PortalPage[] = []): PortalPage[] {
  const asked = wordsIn(query);
  if (asked.length === 0) return [];
  // Its terms are known to the server alone.
  if (terms.length === 0 && /^что (?:такое|значит|означает) /i.test(query.trim()))
    return [{ title: 'Глоссарий', url: glossary }];
  const all = [...questions, ...terms.map(({ title, url }) => ({ title, url, words: wordsIn(title) }))];
  return [...Map.groupBy(all, ({ url }) => url).values()]
    .filter((ofPage) => {
      const known = ofPage.flatMap(({ words }) => words);
      return (
        asked.every((word) => known.some((one) => isAlike(word, one))) &&
        ofPage.some(({ words }) => words.every((word) => asked.some((one) => isAlike(word, one))))
      );
    })
    .slice(0, 3)
    .map(([{ title, url } = { title: '', url: '' }]) => ({ title, url }));
}
