import { normalizeTerm } from './normalise.ts';
import { wordsOf } from './words.ts';

/** A page of the portal that is no record of the catalogue. */
export interface PortalPage {
  title: string;
  url: string;
}

/** Pages with the questions by which readers ask for them; each question is matched by all of its words. */
const pages: readonly (PortalPage & { asked: readonly string[] })[] = [
  {
    title: 'Маршрут пациента',
    url: '/access/route/',
    asked: [
      'маршрут',
      'отказ',
      'отказали',
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
  { title: 'Глоссарий', url: '/glossary/', asked: ['глоссарий', 'словарь', 'термины'] },
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
const stemsOf = (text: string): string[] =>
  wordsOf(text)
    .map(({ text: word }) => word)
    .filter((word) => !asking.has(word))
    .map((word) => normalizeTerm(word).stem);

const questions = pages.flatMap(({ title, url, asked }) =>
  [title, ...asked].map((question) => ({ title, url, stems: stemsOf(question) })),
);

/**
 * Pages of the portal, and `terms` of its glossary, that a query asks for: every word of the query belongs to one of
 * the questions of a page, and a whole question is asked. At most three.
 */
export function portalPages(query: string, terms: readonly PortalPage[] = []): PortalPage[] {
  const asked = new Set(stemsOf(query.toLowerCase()));
  if (asked.size === 0) return [];
  const all = [
    ...questions,
    ...terms.map(({ title, url }) => ({ title, url, stems: stemsOf(title.toLowerCase()) })),
  ];
  const known = Map.groupBy(all, ({ url }) => url);
  return [...known.values()]
    .filter((ofPage) => {
      const words = new Set(ofPage.flatMap(({ stems }) => stems));
      return (
        [...asked].every((stem) => words.has(stem)) &&
        ofPage.some(({ stems }) => stems.length > 0 && stems.every((stem) => asked.has(stem)))
      );
    })
    .slice(0, 3)
    .map(([{ title, url } = { title: '', url: '' }]) => ({ title, url }));
}
