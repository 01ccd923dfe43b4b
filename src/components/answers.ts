import { backlinks, latest, todayAgainst, type CardFor, type RecordFor } from '#data/catalogue.ts';
import { formatDay } from '#domain/dates.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { countStandings, formatStandings } from './registration.ts';
import { formatStudies } from '#domain/study.ts';
import { escapeHtml } from '#domain/escape.ts';
import { cite } from './citations.ts';
import { paymentOf, type WhoPays } from './entitlements.ts';
import { firstSentence, inlineHtml, isSentence } from './prose.ts';

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

export interface Answer {
  title: string;
  /** The section that stands here whole. */
  id?: string;
  /** HTML. */
  lines: string[];
}

const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;
/** The registry by the name of the disease: studies that recruit, wherever their centres are. */
const askedRegistry = (english: string) =>
  escapeHtml(
    `https://clinicaltrials.gov/search?${new URLSearchParams({ cond: english, aggFilters: 'status:rec' })}`,
  );

function studyLines(
  disease: RecordFor<'disease'>,
  isFull: boolean,
  studies: readonly CardFor<'research'>[],
): string[] {
  /** The day on which the registry of studies was read last. */
  const readOn = latest('research', 1)[0]?.status_checked_at;
  return studies.length > 0
    ? [`${escapeHtml(formatStudies(studies, todayAgainst))} ${link('#studies', 'Список')}`]
    : isFull && readOn
      ? [
          `Сведений об исследованиях с центрами в России нет; реестр прочитан ${formatDay(readOn)} года.`,
          ...(disease.title_en
            ? [link(askedRegistry(disease.title_en), 'Где идёт набор: ClinicalTrials.gov')]
            : []),
        ]
      : [];
}

/** What readers look for first, a sentence each: diagnosis, treatment, payment, studies, institutions. */
export function answersTo({ disease, isFull, drugs, studies, clinics, pays }: Subject): Answer[] {
  const textOf = (field: 'diagnosis' | 'therapy', words: string): string[] => {
    const text = disease[field];
    if (!text) return [];
    return isSentence(text)
      ? [inlineHtml(text) + cite(disease, field)]
      : [`${inlineHtml(firstSentence(text))} ${link(`#${field}`, words)}`];
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
        ...textOf('diagnosis', 'Подробнее'),
        ...(tests.total > 0 ? [link('#diagnostics', 'Анализы, которыми подтверждают')] : []),
      ],
    },
    {
      title: 'Лечение',
      ...(isSentence(disease.therapy) && { id: 'therapy' }),
      lines: [
        ...textOf('therapy', 'Подробнее'),
        ...(drugs.length > 0
          ? [
              `${escapeHtml(formatStandings(countStandings(drugs, todayAgainst)))} ${link('#drugs', 'Препараты')}`,
            ]
          : []),
      ],
    },
    {
      title: 'Кто платит',
      lines: pays
        ? [
            payment
              ? `${escapeHtml(payment)}. ${link('#access', 'Ответ для возраста и региона')}`
              : `Действуют общие правила. ${link('#access', 'Какие')}`,
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
              `${escapeHtml(named.join(', '))}. ${link('#clinics', 'Учреждения')}`,
              link(
                `${kindsByName.clinic.path}?diseases=${disease.id}#filter-near`,
                'Ближайшее к вашему городу',
              ),
            ]
          : isFull
            ? [
                link(
                  `${kindsByName.clinic.path}#regions`,
                  'Куда обращаться, если своего центра нет в каталоге',
                ),
              ]
            : [],
    },
  ].filter(({ lines }) => lines.length > 0);
}
