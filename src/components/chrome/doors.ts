import { comparisonPath } from '#domain/comparison.ts';
import { glossaryPath } from '#domain/glossary.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { routePath } from '#domain/route.ts';

/** What a kind of reader comes for, and where it is. */
interface Door {
  /** Not the id of a dialog (dialogTitles.ts). */
  id: string;
  title: string;
  links: readonly { url: string; title: string; words: string }[];
}

const { disease, drug, research, clinic, guideline, entitlement, project, event, news, resource } =
  kindsByName;
const cases = kindsByName.case;

export const doors: readonly Door[] = [
  {
    id: 'doctors',
    title: 'Врачу',
    links: [
      { url: '/diagnostics/signs/', title: 'Подбор по признакам', words: 'когда диагноза ещё нет' },
      { url: disease.path, title: disease.titles.many, words: 'коды, признаки, гены, чем подтверждают' },
      { url: comparisonPath, title: 'Сравнение', words: 'болезни или препараты рядом, отличия отмечены' },
      { url: guideline.path, title: guideline.titles.many, words: 'номера и ссылки на тексты' },
      { url: research.path, title: research.titles.many, words: 'кого включают и где центры в России' },
      { url: cases.path, title: cases.titles.many, words: 'наблюдения коллег, после входа' },
    ],
  },
  {
    id: 'family',
    title: 'Пациенту и семье',
    links: [
      { url: disease.path, title: 'Найти своё заболевание', words: 'что это, что срочно, где подтвердить' },
      { url: routePath, title: 'Маршрут пациента', words: 'что делать после диагноза, по шагам' },
      { url: entitlement.path, title: entitlement.titles.many, words: 'кто платит и по какому документу' },
      { url: clinic.path, title: clinic.titles.many, words: 'по субъектам и городам' },
      { url: resource.path, title: resource.titles.many, words: 'организации и справочники' },
      {
        url: '/profile/register/family/',
        title: 'Письма о заболевании',
        words: 'нужен только адрес почты',
      },
      { url: glossaryPath, title: 'Глоссарий', words: 'что значат слова врачей и генетиков' },
    ],
  },
  {
    id: 'partners',
    title: 'Партнёру',
    links: [
      { url: project.path, title: project.titles.many, words: 'регистры и когорты' },
      { url: drug.path, title: drug.titles.many, words: 'препараты и регистрация' },
      { url: event.path, title: event.titles.many, words: 'с календарём для подписки' },
      {
        url: '/profile/register/partner/',
        title: 'Регистрация партнёра',
        words: 'чтобы предложить материал',
      },
    ],
  },
  {
    id: 'press',
    title: 'Журналисту',
    links: [
      { url: '/changes/', title: 'Что нового', words: 'по месяцам и разделам, есть RSS' },
      { url: news.path, title: news.titles.many, words: 'с источником у каждой' },
      { url: '/open-data/', title: 'Открытые данные', words: 'всё для проверки и графиков' },
      { url: '/page/sources/', title: 'Как мы работаем с источниками', words: 'на что можно ссылаться' },
      { url: '/contacts/', title: 'Контакты и редакция', words: 'куда писать' },
    ],
  },
];
