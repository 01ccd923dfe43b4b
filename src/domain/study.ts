import { counted } from './plural.ts';
import { orderOf, phase, researchStatus } from './vocabularies.ts';
import { researchBadges, type Badge } from './badges.ts';
import { formatDay, monthsAfter, yearFraction, yearOf } from './dates.ts';

export interface Site {
  facility?: string | undefined;
  city?: string | undefined;
  country?: string | undefined;
  subject?: string | undefined;
  clinic?: number | undefined;
}

const russia = /^(росси[яи]|российская федерация|russian? ?federation|russia|рф)$/i;
const isInRussia = ({ country, subject }: Site) =>
  subject !== undefined || russia.test(country?.trim() ?? '');

/** Russian sites by federal subject (or city), largest group first; others counted by country. */
export function groupSites<S extends Site>(
  sites: readonly S[],
  titleOf: (subject: string) => string,
): { inRussia: { title: string; sites: S[] }[]; abroad: { country: string; count: number }[] } {
  const groups = new Map<string, S[]>();
  const countries = new Map<string, number>();
  for (const site of sites) {
    if (isInRussia(site)) {
      const title = site.subject ? titleOf(site.subject) : (site.city ?? 'Город не указан');
      const group = groups.get(title);
      if (group) group.push(site);
      else groups.set(title, [site]);
    } else {
      const country = site.country ?? 'Страна не указана';
      countries.set(country, (countries.get(country) ?? 0) + 1);
    }
  }
  const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return {
    inRussia: [...groups]
      .map(([title, found]) => ({ title, sites: found }))
      .sort((a, b) => b.sites.length - a.sites.length || byName(a.title, b.title)),
    abroad: [...countries]
      .map(([country, count]) => ({ country, count }))
      .sort((a, b) => b.count - a.count || byName(a.country, b.country)),
  };
}

/** Russian centres by subject code, most first; those without a subject are not counted. */
export function countSubjects(
  sites: readonly Site[],
  titleOf: (subject: string) => string,
): { code: string; title: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { subject } of sites) if (subject) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, title: titleOf(code), count }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

/**
 * Name of a centre, from the catalogue if present; with town and the registry's text where they add
 * something.
 */
export function formatCentre(
  { facility, city }: Site,
  known?: string,
): { title: string; place: string | undefined; original: string | undefined; lang: 'ru' | 'en' } {
  const called = facility
    ?.replace(/\( +/g, '(')
    // Sponsors hide names of centres behind numbers until they open.
    .replace(/^Investigational Site Number ?: ?(\d+)$/, 'Название центра не раскрыто (№ $1)');
  const title = known ?? called ?? 'Центр без названия';
  return {
    title,
    place: city && !title.includes(city) ? city : undefined,
    original: called === title ? undefined : called,
    lang: languageOf(called ?? ''),
  };
}
const languageOf = (text: string) => (/[а-яё]/i.test(text) ? 'ru' : 'en');

type Status = keyof typeof researchStatus;

/** Ongoing statuses, and their wording after a year: «На 3 июля 2025 набор шёл». */
const lasting: Partial<Record<Status, string>> = {
  recruiting: 'набор шёл',
  soon: 'набор готовился',
  invitation: 'набор шёл по приглашению',
  active: 'шло без набора',
  suspended: 'было приостановлено',
};

/** Months until an ongoing status is doubtful, and until it is obsolete. */
const doubtedAfter = 6;
const overAfter = 12;

/** Age of an ongoing status; `today` is called so that the page is invalidated when it changes. */
function ageOf(
  status: Status,
  checkedAt: string,
  today: (until: string) => string,
): 'fresh' | 'doubted' | 'over' {
  if (!lasting[status]) return 'fresh';
  const [doubted, over] = [monthsAfter(checkedAt, doubtedAfter), monthsAfter(checkedAt, overAfter)];
  if (today(over) >= over) return 'over';
  return today(doubted) >= doubted ? 'doubted' : 'fresh';
}

/** Whether an ongoing status is obsolete. */
export const isOver = (
  { status = 'unknown', status_checked_at: checkedAt }: StudyState,
  today: (until: string) => string,
): boolean => checkedAt !== undefined && ageOf(status, checkedAt, today) === 'over';

/** Whether a study recruits, by a status at most a year old. */
export const isRecruiting = (study: StudyState, today: (until: string) => string): boolean =>
  study.status === 'recruiting' && !isOver(study, today);

/** Status for lists on a day. */
export const stateOn = (study: { status?: string; status_checked_at?: string }, today: string) =>
  isOver(study as StudyState, () => today) ? 'stale' : study.status;

/** Order: recruiting studies first, those with Russian centres before all. */
export const patientsWanted = (
  study: StudyState & { sites_in_russia?: number | undefined },
  today: string,
): 0 | 1 | 2 => (isRecruiting(study, () => today) ? (study.sites_in_russia ? 2 : 1) : 0);

interface StudyState {
  status?: Status | undefined;
  /** Day the registry was read: 2025-07-03. */
  status_checked_at?: string | undefined;
}

/**
 * «Набор открыт на 03.07.2025»: a status always has its day. Half a year later it is amber, a year later in
 * the past tense.
 */
export function formatStatus(
  { status = 'unknown', status_checked_at: checkedAt }: StudyState,
  today: (until: string) => string,
): Badge & { text: string } {
  const [year, month, day] = (checkedAt ?? '').split('-');
  if (!day || !checkedAt)
    return { ...researchBadges[status], text: `${researchStatus[status]}, день проверки неизвестен` };
  const age = ageOf(status, checkedAt, today);
  const on = ` ${day}.${month}.${year}`;
  if (age === 'over')
    return {
      icon: 'clock',
      tone: 'warn',
      text: `На ${formatDay(checkedAt)} ${lasting[status]}`,
    };
  return {
    ...researchBadges[status],
    ...(age === 'doubted' && { icon: 'clock', tone: 'warn' }),
    text: `${researchStatus[status]}${lasting[status] ? ' на' : ', статус на'}${on}`,
  };
}

/** «5 исследований, набор открыт в 2 на 3 июля 2025 года.»: number of studies and of recruiting ones. */
export function formatStudies(studies: readonly StudyState[], today: (until: string) => string): string {
  const found = `В каталоге ${counted(studies.length, ['исследование', 'исследования', 'исследований'])}`;
  const read = studies.flatMap(({ status_checked_at: on }) => on ?? []).toSorted();
  const open = studies.filter((study) => isRecruiting(study, today)).length;
  const were = studies.filter(({ status }) => status === 'recruiting').length;
  const on = read.at(-1) && ` на ${formatDay(read.at(-1)!)} года`;
  if (open > 0) return `${found}, набор открыт в ${open} из них${on ?? ''}.`;
  return were > 0
    ? `${found};${on ?? ' давно'} набор шёл в ${were} из них — проверьте в реестре.`
    : `${found}; открытого набора нет${on ?? ''}.`;
}

/** Note: the status does not apply to each centre. */
export const statusIsOfTheWhole = (checkedAt: string) =>
  `Статус всего исследования на ${formatDay(checkedAt)}. Проверьте его в реестре; набирает ли центр, ответят в центре.`;

/** Start and end years of a study and the elapsed share at the day of its status: pages read no clock. */
export function timelineOf({
  started_at: start,
  completed_at: end,
  status_checked_at: checked,
}: {
  started_at?: string | undefined;
  completed_at?: string | undefined;
  status_checked_at?: string | undefined;
}): { from: number; to: number | undefined; passed: number | undefined } | undefined {
  if (!start) return undefined;
  if (!end) return { from: yearOf(start), to: undefined, passed: undefined };
  const [first, last] = [yearFraction(start), yearFraction(end)];
  const share = checked && last > first ? (yearFraction(checked) - first) / (last - first) : undefined;
  return {
    from: yearOf(start),
    to: yearOf(end),
    passed: share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100),
  };
}

/** Groups of statuses for the chart of phases. */
export const stages = {
  recruiting: { title: 'набор', statuses: ['recruiting', 'soon', 'invitation'] },
  running: { title: 'идут', statuses: ['active'] },
  finished: { title: 'завершены', statuses: ['completed'] },
  stopped: { title: 'остановлены', statuses: ['suspended', 'terminated', 'withdrawn'] },
  unknown: { title: 'статус неизвестен', statuses: ['unknown'] },
} as const satisfies Record<string, { title: string; statuses: readonly (keyof typeof researchStatus)[] }>;
type Stage = keyof typeof stages;
export const stageNames = Object.keys(stages) as Stage[];

export const stageOf = (status: keyof typeof researchStatus): Stage =>
  stageNames.find((stage) => (stages[stage].statuses as readonly string[]).includes(status)) ?? 'unknown';

/** Counts of studies by phase and stage; empty phases are left out. */
export function countStages(
  studies: readonly {
    phase?: keyof typeof phase | undefined;
    status?: keyof typeof researchStatus | undefined;
  }[],
): { phase: keyof typeof phase; title: string; total: number; counts: Record<Stage, number> }[] {
  const rows = new Map<string, Record<Stage, number>>();
  for (const { phase: name = 'none', status = 'unknown' } of studies) {
    const row = rows.get(name) ?? { recruiting: 0, running: 0, finished: 0, stopped: 0, unknown: 0 };
    row[stageOf(status)] += 1;
    rows.set(name, row);
  }
  return orderOf('phase').flatMap((code) => {
    const name = code as keyof typeof phase;
    const counts = rows.get(name);
    return counts
      ? [{ phase: name, title: phase[name], total: Object.values(counts).reduce((a, b) => a + b, 0), counts }]
      : [];
  });
}

/** Address of a study in its registry. */
export function registryLink(registry: string, number: string): string | undefined {
  const code = encodeURIComponent(number);
  if (registry === 'NCT') return `https://clinicaltrials.gov/study/${code}`;
  if (registry === 'CTIS') return `https://euclinicaltrials.eu/ctis-public/view/${code}`;
  if (registry === 'EudraCT')
    return `https://www.clinicaltrialsregister.eu/ctr-search/search?query=eudract_number:${code}`;
  return undefined;
}

/** «Пациенты от 2 до 18 лет, любого пола. Планируется 120 участников.»; unknown parts are left out. */
export function formatParticipants({
  age_from: from,
  age_to: to,
  sex,
  enrolment,
  enrolment_kind: kind,
}: {
  age_from?: number | undefined;
  age_to?: number | undefined;
  sex?: 'any' | 'female' | 'male' | undefined;
  enrolment?: number | undefined;
  enrolment_kind?: 'planned' | 'actual' | undefined;
}): string {
  const age = (years: number) => String(years).replace('.', ',');
  const ages =
    from !== undefined && to !== undefined
      ? `от ${age(from)} до ${counted(to, yearsTo)}`
      : from !== undefined
        ? `от ${counted(from, yearsTo)}`
        : to !== undefined
          ? `до ${counted(to, yearsTo)}`
          : '';
  const sexes = { any: 'любого пола', female: 'женского пола', male: 'мужского пола' };
  const who = [ages, sex && sexes[sex]].filter(Boolean).join(', ');
  const people = who && `Пациенты: ${who}.`;
  if (enrolment === undefined) return people;
  return `${people && `${people} `}${kind === 'actual' ? 'Включено' : 'Планируется'}: ${counted(enrolment, ['участник', 'участника', 'участников'])}.`;
}
/** Genitive after «от» and «до»: до 1 года, до 21 года, до 18 лет. */
const yearsTo = ['года', 'лет', 'лет'] as const;
