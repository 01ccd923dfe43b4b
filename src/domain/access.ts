import type { diseaseList } from './vocabularies.ts';

interface Reference {
  title: string;
  url?: string;
  /** The day of the publication, or the day on which we looked. */
  date: string;
}

/** What stands behind a list: which act, who pays by it, and who says so. */
export interface Programme {
  /** Who pays, in a sentence. Nothing where no source at hand says it. */
  payer?: string;
  /** The act, with its date and number where a source tells them. */
  law: { title: string; url?: string };
  /** Which edition of the act the marks of the catalogue rest on, or that it was not compared with the one in force. */
  validity: string;
  sources: readonly Reference[];
  /** The budget is that of the patient's region. */
  isRegional?: boolean;
}

const kommersant: Reference = {
  title: '«Коммерсантъ»: как устроено финансирование лечения орфанных заболеваний',
  url: 'https://www.kommersant.ru/doc/8497198',
  date: '2026-03-10',
};

/** Programmes by the list that leads to them. Told by their acts and by the press; an act that was not read is not cited for more than its title says. */
export const programmes: Readonly<Record<keyof typeof diseaseList, Programme>> = {
  'life-threatening': {
    payer: 'Бюджет региона, в котором живёт пациент; с 2026 года регионам может помогать федеральный бюджет.',
    law: {
      title:
        'Постановление Правительства РФ от 26.04.2012 № 403; кто платит — часть 9 статьи 83 Федерального закона от 21.11.2011 № 323-ФЗ',
    },
    validity: 'с действующими редакциями не сверено',
    sources: [
      kommersant,
      {
        title: 'О правилах федеральной поддержки регионов',
        url: 'https://nvsport.ru/2026/01/05/pravitelstvo-rf-utverdilo-poryadok-subsidirovaniya-regionov-redkimi-lekarstvami/',
        date: '2026-01-05',
      },
    ],
    isRegional: true,
  },
  vzn14: {
    payer:
      'Взрослым — федеральный бюджет через Минздрав России; детей с теми же болезнями обеспечивает фонд «Круг добра».',
    law: { title: 'Постановление Правительства РФ от 26.11.2018 № 1416' },
    validity: 'в редакции постановления от 27.03.2020 № 344',
    sources: [kommersant],
  },
  'krug-dobra': {
    payer: 'Фонд «Круг добра»: закупает лекарства детям с тяжёлыми редкими болезнями.',
    law: { title: 'Указ Президента РФ от 05.01.2021 № 16 о создании фонда' },
    validity:
      'с действующей редакцией не сверено; перечень болезней утверждает сам фонд, в каталоге он неполон',
    sources: [
      kommersant,
      {
        title: '«Фонд „Круг добра“ отметил первый юбилей»: помощь до 19 лет',
        url: 'https://asi.org.ru/news/2026/01/06/fond-krug-dobra-otmetil-pervyj-yubilej',
        date: '2026-01-06',
      },
    ],
  },
  kslp: {
    payer: 'ОМС: лечение в стационаре оплачивается с повышающим коэффициентом.',
    law: { title: 'Правила оплаты медицинской помощи в системе ОМС' },
    validity: 'номер, дата и редакция в источнике не названы',
    sources: [
      {
        title: 'Перечень редких диагнозов, учитываемых коэффициентом сложности лечения пациента (КСЛП) в ОМС',
        date: '2026-11-21',
      },
    ],
  },
  'newborn-screening': {
    law: { title: 'Приказ Минздрава России от 21.04.2022 № 274н', url: 'https://base.garant.ru/404987183/' },
    validity: 'с дополнением, действующим с 1 апреля 2026 года',
    sources: [
      {
        title: '«Минздрав расширил перечень заболеваний для неонатального скрининга»',
        url: 'https://www.vademec.ru/news/2025/12/01/minzdrav-predlozhil-rasshirit-perechen-zabolevaniy-dlya-neonatalnogo-skrininga/',
        date: '2026-02-04',
      },
    ],
  },
  'minzdrav-rare': {
    law: { title: 'Часть 2 статьи 44 Федерального закона от 21.11.2011 № 323-ФЗ' },
    validity: 'сам перечень в каталоге отмечен неполно; место в нём не решает, кто платит',
    sources: [],
  },
};

/** How a medicine that is not registered reaches one patient. */
export const unregisteredImport = {
  words:
    'Незарегистрированный препарат можно ввезти для конкретного пациента по жизненным показаниям: нужно разрешение Минздрава России.',
  laws: [
    'часть 3 статьи 47 Федерального закона от 12.04.2010 № 61-ФЗ',
    'Постановление Правительства РФ от 01.06.2021 № 853 (правила ввоза)',
  ],
  validity: 'с действующими редакциями не сверено',
  sources: [
    {
      title: 'Обеспечение незарегистрированными препаратами',
      url: 'https://www.ufk34.ru/stati/338-porjadok-obespechenija-bolnyh-nezaregistrirovannymi-lekarstvennymi-preparatami',
      date: '2026-11-21',
    },
    {
      title: 'Приобретение лекарств, не зарегистрированных в РФ',
      url: 'https://omnipharm.ru/article/priobretenie-lekarstv-nezaregistrirovannykh-v_rf/',
      date: '2026-11-21',
    },
  ] as readonly Reference[],
} as const;

/** Whether somebody of this age is within the bounds of a list; the upper one is not included. */
export const fitsAge = (age: number, from: number | undefined, to: number | undefined): boolean =>
  age >= (from ?? 0) && (to === undefined || age < to);
