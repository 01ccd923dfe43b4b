import { backlinks, latest, todayAgainst, type CardFor, type RecordFor } from '#data/catalogue.ts';
import { formatDay } from '#domain/dates.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { countStandings, formatStandings } from '../chrome/registration.ts';
import { formatStudies } from '#domain/study.ts';
import { paymentOf, type WhoPays } from '../access/entitlements.ts';
import { firstSentence, isSentence } from '../prose.ts';

interface Subject {
  disease: RecordFor<'disease'>;
  /** Whether editors wrote the record: missing facts that matter are then named. */
  isFull: boolean;
  drugs: readonly CardFor<'drug'>[];
  studies: readonly CardFor<'research'>[];
  clinics: readonly CardFor<'clinic'>[];
  /** Undefined where no rule is listed. */
  pays: WhoPays | undefined;
}

interface AnswerLine {
  /** Words of the record, with marks of prose. */
  prose?: string;
  text?: string;
  /** Field whose sources bear the line. */
  field?: string;
  /** Words that lead on, and where to. */
  link?: string;
  url?: string;
}

export interface Answer {
  title: string;
  /** The section that stands here whole. */
  id?: string;
  lines: AnswerLine[];
}

/** The registry by the name of the disease: studies that recruit, wherever their centres are. */
const askedRegistry = (english: string) =>
  `https://clinicaltrials.gov/search?${new URLSearchParams({ cond: english, aggFilters: 'status:rec' })}`;

function studyLines(
  disease: RecordFor<'disease'>,
  isFull: boolean,
  studies: readonly CardFor<'research'>[],
): AnswerLine[] {
  /** The day on which the registry of studies was read last. */
  const readOn = latest('research', 1)[0]?.status_checked_at;
  return studies.length > 0
    ? [{ text: formatStudies(studies, todayAgainst), link: 'Список', url: '#studies' }]
    : isFull && readOn
      ? [
          {
            text: `Сведений об исследованиях с центрами в России нет; реестр прочитан ${formatDay(readOn)} года.`,
          },
          ...(disease.title_en
            ? [{ link: 'Где идёт набор: ClinicalTrials.gov', url: askedRegistry(disease.title_en) }]
            : []),
        ]
      : [];
}

/** What readers look for first, a sentence each: diagnosis, treatment, payment, studies, institutions. */
export function answersTo({ disease, isFull, drugs, studies, clinics, pays }: Subject): Answer[] {
  const linesOf = (field: 'diagnosis' | 'therapy'): AnswerLine[] => {
    const text = disease[field];
    if (!text) return [];
    return isSentence(text)
      ? [{ prose: text, field }]
      : [{ prose: firstSentence(text), link: 'Подробнее', url: `#${field}` }];
  };
  const tests = backlinks('diagnostic', disease.id, 1);
  const payment = paymentOf(pays);
  const named = clinics
    .slice(0, 2)
    .map(({ title, short, city }) => (short ?? title) + (city ? ` (${city})` : ''));
  return [
    {
      title: 'Как подтвердить',
      ...(isSentence(disease.diagnosis) && { id: 'diagnosis' }),
      lines: [
        ...linesOf('diagnosis'),
        ...(tests.total > 0 ? [{ link: 'Анализы, которыми подтверждают', url: '#diagnostics' }] : []),
      ],
    },
    {
      title: 'Лечение',
      ...(isSentence(disease.therapy) && { id: 'therapy' }),
      lines: [
        ...linesOf('therapy'),
        ...(drugs.length > 0
          ? [
              {
                text: formatStandings(countStandings(drugs, todayAgainst)),
                link: 'Препараты',
                url: '#drugs',
              },
            ]
          : []),
      ],
    },
    {
      title: 'Кто платит',
      lines: pays
        ? [
            payment
              ? { text: `${payment}.`, link: 'Ответ для возраста и региона', url: '#access' }
              : { text: 'Действуют общие правила.', link: 'Какие', url: '#access' },
          ]
        : [],
    },
    {
      title: 'Исследования',
      lines: studyLines(disease, isFull, studies),
    },
    {
      title: 'Где помогут',
      lines:
        named.length > 0
          ? [
              { text: `${named.join(', ')}.`, link: 'Учреждения', url: '#clinics' },
              {
                link: 'Ближайшее к вашему городу',
                url: `${kindsByName.clinic.path}?diseases=${disease.id}#filter-near`,
              },
            ]
          : isFull
            ? [
                {
                  link: 'Куда обращаться, если своего центра нет в каталоге',
                  url: `${kindsByName.clinic.path}#regions`,
                },
              ]
            : [],
    },
  ].filter(({ lines }) => lines.length > 0);
}
