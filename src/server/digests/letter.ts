import type { SentFrequency } from '#domain/subscriptions.ts';
import type { DigestGroup } from '#contract/subscriptions.ts';
import { counted } from '#domain/plural.ts';
import type { Week } from './week.ts';
import { sectionsOfWeek } from './week-letter.ts';
import { composeLetter, type Letter, type LetterSection } from '../mail/letter.ts';

interface Written {
  name: string;
  frequency: SentFrequency;
  groups: readonly DigestGroup[];
  siteUrl: string;
  /** Other notifications since the last letter. */
  notices?: LetterSection | undefined;
  /** Weekly cases and questions, on Mondays. */
  week?: Week | undefined;
  /** Unsubscribe tokens by subscription or notification kind; a preview has none. */
  stops?: ReadonlyMap<string, string>;
  /** One-click unsubscribe token; a preview has none. */
  unsubscribe?: string | undefined;
}

const changeForms = ['изменение', 'изменения', 'изменений'] as const;
const questionForms = ['вопрос коллеги', 'вопроса коллег', 'вопросов коллег'] as const;
const ownForms = ['ваш случай с откликами', 'ваших случая с откликами', 'ваших случаев с откликами'] as const;
const noticeForms = ['уведомление', 'уведомления', 'уведомлений'] as const;

/** The digest of changes and notifications. */
export function digestLetter({
  name,
  frequency,
  groups,
  siteUrl,
  notices,
  week,
  stops,
  unsubscribe,
}: Written): Letter {
  const ofWeek = week ? sectionsOfWeek(week, siteUrl, stops) : [];
  const sections = groups.map((group) => sectionOf(group, siteUrl, stops?.get(`${group.kind} ${group.id}`)));
  const period = { now: '', daily: 'За день', weekly: 'За неделю' }[frequency];
  return composeLetter(
    {
      subject: subjectOf(groups, notices, week),
      before: [
        name ? `Здравствуйте, ${name}!` : 'Здравствуйте!',
        week
          ? 'Вот что за неделю появилось для вас на портале.'
          : groups.length === 0
            ? 'Вот о чём портал хотел вам сказать.'
            : `${period ? `${period} изменилось` : 'Изменилось'} то, за чем вы следите на портале.`,
      ],
      sections: [...ofWeek, ...(notices ? [notices] : []), ...sections],
      button: { title: 'Настроить письма', url: `${siteUrl}/profile/settings/#letters` },
      after: [
        'Вы получили это письмо, потому что следите за обновлениями портала. Сведения для специалистов; решение о лечении принимает врач.',
      ],
      ...(unsubscribe ? { quietLink: endingsOf(unsubscribe, week && stops?.get('week')) } : {}),
    },
    siteUrl,
  );
}

/** Unsubscribe links: the weekly part where included, and all digests. */
const endingsOf = (all: string, ofWeek: string | undefined) =>
  ofWeek
    ? [
        { title: 'Больше не присылать итоги недели', url: ofWeek },
        { title: 'Отписаться от всех писем об обновлениях', url: all },
      ]
    : [{ title: 'Больше не присылать таких писем', url: all }];

/** «Болезнь Гоше: 2 изменения», or counts. */
function subjectOf(
  groups: readonly DigestGroup[],
  notices: LetterSection | undefined,
  week: Week | undefined,
): string {
  const count = groups.reduce((sum, { changes, more }) => sum + changes.length + more, 0);
  const changes = counted(count, changeForms);
  const [only] = groups;
  if (only && (notices || week)) return listed.format([...otherTopics(notices, week), changes]);
  if (!only) return `${listed.format(otherTopics(notices, week))} на портале`;
  return groups.length === 1 ? `${only.title}: ${changes}` : `${changes} в том, за чем вы следите`;
}

const listed = new Intl.ListFormat('ru');

const otherTopics = (notices: LetterSection | undefined, week: Week | undefined): string[] => [
  ...(week?.questions.length ? [counted(week.questions.length, questionForms)] : []),
  ...(week?.own.length ? [counted(week.own.length, ownForms)] : []),
  ...(notices ? [counted(notices.entries.length, noticeForms)] : []),
];

const sectionOf = (group: DigestGroup, siteUrl: string, stop: string | undefined): LetterSection => ({
  title: group.title,
  url: siteUrl + group.url,
  entries: group.changes.map(({ title, url, event, lines }) => ({
    title,
    url: siteUrl + url,
    event,
    lines,
  })),
  rest: group.more > 0 ? `И ещё ${counted(group.more, changeForms)}.` : undefined,
  stop: stop ? { title: 'Не присылать только об этом', url: stop } : undefined,
});
