import { todayAgainst, type CardFor } from '#data/catalogue.ts';
import { projectState } from './project-state.ts';
import { addressOf, kindsByName, type ListedKind } from '#domain/kinds/index.ts';
import {
  clinicRole,
  eventFormat,
  guidelineStatus,
  language,
  patients,
  phase,
  programme,
  resourceType,
} from '#domain/vocabularies.ts';
import { guidelineBadges, type Badge } from '#domain/badges.ts';
import { formatDay } from '#domain/dates.ts';
import { counted } from '#domain/plural.ts';
import { formatStanding } from '../chrome/registration.ts';
import { formatStatus } from '#domain/study.ts';
import type { IconName } from '#domain/icons.ts';

/** A line about a record on the page of another one. */
export interface RelatedItem {
  url: string;
  title: string;
  note?: string | undefined;
  badge?: (Badge & { text: string }) | undefined;
  lang?: string | undefined;
}

type Describe = { [K in ListedKind]: (card: CardFor<K>) => Omit<RelatedItem, 'url'> & { url?: string } };

const joined = (...words: (string | false | undefined)[]) => words.filter(Boolean).join(' · ') || undefined;

const describe = {
  disease: (card) => ({ title: card.title, note: card.orpha ? `ORPHA:${card.orpha}` : undefined }),
  drug: ({ title, inn, registration }) => ({
    title,
    note: joined(
      inn && inn !== title && inn,
      (registration?.state ?? 'unknown') === 'unknown' && 'регистрация не сверена',
    ),
    // A badge is for what is known.
    badge:
      registration && registration.state !== 'unknown'
        ? formatStanding(registration, todayAgainst)
        : undefined,
  }),
  research: ({
    title,
    status,
    status_checked_at: checked,
    phase: name,
    sites_in_russia: sites,
    study_type: type,
  }) => ({
    title,
    lang: /[а-яё]/i.test(title) ? undefined : 'en',
    note: joined(
      name && name !== 'none' ? phase[name] : type === 'observational' && 'Наблюдательное',
      Boolean(sites) && `${counted(sites!, ['центр', 'центра', 'центров'])} в России`,
    ),
    badge: status && formatStatus({ status, status_checked_at: checked }, todayAgainst),
  }),
  clinic: ({ title, short, city, roles = [] }) => ({
    title: short ?? title,
    note: joined(roles.map((role) => clinicRole[role].toLowerCase()).join(', '), city),
  }),
  project: (card) => ({ title: card.title, note: card.sponsor, badge: projectState(card) }),
  diagnostic: ({ title, method, laboratory, free }) => ({
    title,
    note: joined(method, laboratory, free && 'бесплатно для пациента'),
  }),
  guideline: ({ title, number, year, patients: whom, status }) => ({
    title,
    note: joined(
      number && `КР ${number}`,
      year !== undefined && `${year} год`,
      whom?.map((code) => patients[code].toLowerCase()).join(' и '),
    ),
    badge: status && { ...guidelineBadges[status], text: guidelineStatus[status] },
  }),
  entitlement: ({ title, programme: name, payer }) => ({
    title,
    note: payer ?? (name && programme[name]),
  }),
  resource: ({ title, link, type, language: code }) => ({
    title,
    ...(link ? { url: link } : {}),
    note: joined(
      type && resourceType[type],
      code === 'en' && language.en.toLowerCase(),
      link && hostOf(link),
    ),
  }),
  news: ({ title, date }) => ({ title, note: date && formatDay(date) }),
  event: ({ title, starts_at: start, format }) => ({
    title,
    note: joined(start && formatDay(start), format && eventFormat[format].toLowerCase()),
  }),
} satisfies Describe;

/** Cards of a kind as lines of {@link RelatedItem}. */
export function relatedItems<K extends ListedKind>(kind: K, cards: readonly CardFor<K>[]): RelatedItem[] {
  const line = describe[kind] as (card: CardFor<K>) => Omit<RelatedItem, 'url'> & { url?: string };
  return cards.map((card) => ({ url: addressOf(kindsByName[kind], card), ...line(card) }));
}

/** A list beside the text: what it is called where nothing better is said, and its picture. */
const frames = {
  disease: { id: 'diseases', title: 'Заболевания', icon: 'dna-2' },
  drug: { id: 'drugs', title: 'Препараты', icon: 'pill' },
  research: { id: 'studies', title: 'Исследования', icon: 'flask' },
  clinic: { id: 'clinics', title: 'Учреждения', icon: 'building-hospital' },
  project: { id: 'projects', title: 'Наблюдательные проекты', icon: 'chart-dots' },
  diagnostic: { id: 'diagnostics', title: 'Диагностика', icon: 'microscope' },
  guideline: { id: 'guidelines', title: 'Клинические рекомендации', icon: 'book-2' },
  entitlement: { id: 'entitlements', title: 'Кто платит', icon: 'gavel' },
  resource: { id: 'resources', title: 'Ресурсы', icon: 'link' },
  event: { id: 'events', title: 'Мероприятия', icon: 'calendar' },
  news: { id: 'news', title: 'Новости', icon: 'news' },
} as const satisfies Record<ListedKind, { id: string; title: string; icon: IconName }>;

export interface RelatedList {
  id: string;
  title: string;
  icon: IconName;
  items: readonly RelatedItem[];
  /** How many there are; `items` may hold only the first of them. */
  total: number;
}

/** What the side of a page shows of one kind; `title` says it better than the kind's name where one is given. */
export function relatedList<K extends ListedKind>(
  kind: K,
  { cards, total }: { cards: readonly CardFor<K>[]; total: number },
  title: string = frames[kind].title,
): RelatedList {
  return { ...frames[kind], title, items: relatedItems(kind, cards), total };
}

/** The host of an address, for readers who want to know where a link leads. */
export function hostOf(link: string): string {
  return /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(link)?.[1] ?? link;
}
