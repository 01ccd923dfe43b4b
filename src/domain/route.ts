/**
 * The patient's route through Russian healthcare: one template for all diseases, based on acts and
 * publications.
 */

export interface Ground {
  title: string;
  url?: string;
  /** Day of publication, or of reading the act. */
  date: string;
  /** Only the title and first points of the act were available, and no more is cited. */
  isOpening?: boolean;
}

export interface RouteStep {
  id:
    | 'screening'
    | 'local'
    | 'genetics'
    | 'specialist'
    | 'undecided'
    | 'federal'
    | 'register'
    | 'commission'
    | 'payer'
    | 'refusal';
  title: string;
  /** Whom the step concerns, if not everyone. */
  when?: string;
  text: string;
  grounds: readonly Ground[];
}

const read = '2026-11-22';
const order274: Ground = {
  title: 'Приказ Минздрава России от 21.04.2022 № 274н',
  url: 'https://base.garant.ru/404987183/',
  date: read,
  isOpening: true,
};
const order274Points: Ground = {
  title: 'Приказ Минздрава России от 21.04.2022 № 274н, приложение, пункты 1–2',
  url: 'https://base.garant.ru/404987183/53f89421bbdaf741eb2d1ecc4ddb4c33/',
  date: read,
};

const screening: RouteStep = {
  id: 'screening',
  title: 'Новорождённый: скрининг',
  when: 'если болезнь входит в неонатальный скрининг',
  text: 'Кровь из пятки берут в первые двое суток жизни, у недоношенного — на седьмые. Исследуют на 38 болезней; диагноз подтверждают в Медико-генетическом научном центре имени академика Н. П. Бочкова, везти ребёнка для этого не нужно.',
  grounds: [
    order274,
    {
      title: 'Росздравнадзор в печати: с 1 апреля 2026 года скрининг расширяют',
      url: 'https://www.rzn.info/news/2026/2/8/s-1-aprelya-v-rossii-rasshiryat-neonatalnyj-skrining-337400.html',
      date: '2026-02-08',
    },
    {
      title: 'MedRussia: как устроен неонатальный скрининг',
      url: 'https://medrussia.org/48502-neonatalniy-skrining/amp',
      date: '2022',
    },
  ],
};

const local: RouteStep = {
  id: 'local',
  title: 'Участковый педиатр или терапевт',
  text: 'Расскажите о подозрении и попросите направление к врачу-специалисту. Направление по форме 057/у-04 нужно для плановой консультации, обследования и госпитализации по полису ОМС.',
  grounds: [
    order274Points,
    {
      title: 'Когда нужно направление и что делать, если в нём отказывают',
      url: 'https://www.medikforum.ru/health/141348-v-kakih-sluchayah-neobhodimo-napravlenie-i-chto-delat-esli-v-ego-vydachi-otkazyvayut.html',
      date: '2026-02-15',
    },
  ],
};

const genetics: RouteStep = {
  id: 'genetics',
  title: 'Медико-генетическая консультация региона',
  when: 'если болезнь наследственная',
  text: 'Принимает врач-генетик. Помогать при наследственных болезнях вправе организации с лицензией на генетику или лабораторную генетику, государственные и частные.',
  grounds: [order274Points],
};

const specialist: RouteStep = {
  id: 'specialist',
  title: 'Врач-специалист',
  when: 'если болезнь не наследственная',
  text: 'Болезнь не отнесена в каталоге к наследственным: вместо генетика сначала принимает специалист той области, к которой она относится.',
  grounds: [],
};

/** No data is not "no". */
const undecided: RouteStep = {
  id: 'undecided',
  title: 'Врач-специалист',
  when: 'если мы не знаем, наследуется ли болезнь',
  text: 'Начните со специалиста той области, к которой относится болезнь: нужен ли генетик, решит он.',
  grounds: [],
};

const federal: RouteStep = {
  id: 'federal',
  title: 'Федеральный центр: сначала заочно, потом очно',
  text: 'Лечащий врач может запросить телемедицинскую консультацию федерального центра. Для плановой госпитализации он же выдаёт направление с данными осмотра и результатами анализов. Вы вправе выбрать центр, а врач обязан предупредить о сроках ожидания. К месту лечения направляет орган здравоохранения региона.',
  grounds: [
    {
      title:
        'Медвестник: телемедицинские консультации врачей по приказу Минздрава России от 11.04.2025 № 193н (сам приказ не прочитан)',
      url: 'https://bz.medvestnik.ru/content/news/Rejim-otlojennyh-telemedicinskih-konsultacii-ne-predpolagaet-obsheniya-vracha-s-pacientom.html',
      date: read,
    },
    {
      title: 'Федеральный кардиоцентр в Астрахани: порядок направления',
      url: 'https://astra-cardio.ru/Home/SimplePage/specializedIncludingHighTechMedicalCare',
      date: read,
    },
    {
      title: 'Приказ Минздравсоцразвития России от 05.10.2005 № 617 (ред. от 04.08.2022), пункты 1–2',
      url: 'https://legalacts.ru/doc/prikaz-minzdravsotsrazvitija-rossii-ot-05102005-n-617/',
      date: read,
      isOpening: true,
    },
  ],
};

const register: RouteStep = {
  id: 'register',
  title: 'Регистр',
  when: 'если болезнь отмечена в перечне',
  text: 'Болезнь отмечена в перечне: попросите внести вас в регистр. Для 17 жизнеугрожающих болезней это региональный сегмент федерального регистра, для 14 высокозатратных — федеральный регистр. При переезде в другой регион или отъезде дольше чем на полгода запись переводят в сегмент нового региона.',
  grounds: [
    {
      title: 'Правила ведения регистра по постановлению Правительства РФ от 26.04.2012 № 403, в изложении',
      url: 'http://devmedpro.virt3.4te.ru/news/utverzhden-poryadok-vedeniya-registra-rossiyan-s-orfannymi-zabolevaniyami',
      date: '2012-05',
    },
    {
      title: 'Постановление Правительства РФ от 26.11.2018 № 1416 (ред. от 27.03.2020 № 344)',
      url: 'https://lawmix.ru/zakonodatelstvo/2782766',
      date: read,
      isOpening: true,
    },
  ],
};

const commission: RouteStep = {
  id: 'commission',
  title: 'Врачебная комиссия',
  text: 'Если лекарства нет в стандарте или в льготном перечне, а оно нужно по жизненным показаниям, решает врачебная комиссия медицинской организации. Попросите копию решения: на нём держатся следующие шаги.',
  grounds: [
    {
      title: 'Федеральный закон от 21.11.2011 № 323-ФЗ, статья 48, части 1–2 (редакция не указана)',
      date: read,
    },
    {
      title: 'Определение Верховного Суда РФ от 02.12.2019 № 11-КГ19-24',
      url: 'https://mukoviscidoz.org/interesnoe/753-otkaz-v-obespechenii-rebenka-preparatami-bramitob-i-kolistin-priznan-nezakonnym.html',
      date: read,
    },
    {
      title: 'Определение Верховного Суда РФ от 12.08.2019 № 29-КГ19-1: незарегистрированный препарат',
      url: 'https://poisk-ru.ru/s39006t23.html',
      date: read,
    },
  ],
};

const payer: RouteStep = {
  id: 'payer',
  title: 'Кто платит дальше',
  text: 'Заявление в фонд «Круг добра» подаёт законный представитель ребёнка или сам совершеннолетний больной; рассматривают его не дольше семи календарных дней. Лекарства взрослому обеспечивает регион. По каким правилам платят при этой болезни — в разделе «Кто платит за лечение».',
  grounds: [
    {
      title: 'Агентство социальной информации: порядок заявок в фонд',
      url: 'https://asi.org.ru/news/2022/12/28/krug-dobra-smozhet-formirovat-rezerv-lekarstv-i-mediczinskih-izdelij',
      date: '2022-12-29',
    },
    {
      title: 'Постановление Правительства РФ от 21.05.2021 № 769 (ред. от 15.02.2023 № 229)',
      url: 'https://legalacts.ru/doc/postanovlenie-pravitelstva-rf-ot-21052021-n-769-ob-utverzhdenii/',
      date: read,
      isOpening: true,
    },
    {
      title:
        'Постановление Конституционного Суда РФ от 26.09.2024 № 41-П: пункт 10 части 1 статьи 16 и часть 9 статьи 83 Федерального закона № 323-ФЗ, в изложении',
      url: 'https://protiv-raka.ru/pravo-na-zhizn-konstituczionnyj-sud-obyazal-federacziyu-vvesti-rezervnyj-mehanizm-lekobespecheniya-orfannyh-paczientov/',
      date: read,
    },
  ],
};

const refusal: RouteStep = {
  id: 'refusal',
  title: 'Если отказали',
  text: 'Просите письменный отказ. С ним обращаются в орган здравоохранения региона, в прокуратуру и в суд.',
  grounds: [
    {
      title: 'Ливенский районный суд Орловской области, 29.11.2022, дело № 2-1-2000/2022',
      url: 'https://reputation.su/sudrf/230896891',
      date: read,
      isOpening: true,
    },
    {
      title: 'Амурский областной суд, 20.05.2020, № 33АП-1528/2020',
      url: 'https://zakony.online/doc/33ap-15282020-opredelenie',
      date: read,
      isOpening: true,
    },
  ],
};

/** All possible steps, in order. */
export const allSteps: readonly RouteStep[] = [
  screening,
  local,
  genetics,
  specialist,
  undecided,
  federal,
  register,
  commission,
  payer,
  refusal,
];

/** The page of all steps, for records with little else. */
export const routePath = '/access/route/';

/** Fields of a disease that select steps. */
export interface Traveller {
  lists: readonly { name: string }[];
  inheritance: readonly string[];
  genes: readonly unknown[];
}

/** Steps of a disease in order; screening and register only where they apply. */
export function routeOf({ lists, inheritance, genes }: Traveller): RouteStep[] {
  const isIn = (...names: string[]) => lists.some(({ name }) => names.includes(name));
  const isHereditary =
    genes.length > 0 || inheritance.some((mode) => mode !== 'not-applicable' && mode !== 'unknown');
  return [
    ...(isIn('newborn-screening') ? [screening] : []),
    local,
    isHereditary ? genetics : inheritance.includes('not-applicable') ? specialist : undecided,
    federal,
    ...(isIn('life-threatening', 'vzn14') ? [register] : []),
    commission,
    payer,
    refusal,
  ];
}
