import type { SentFrequency } from '#domain/subscriptions.ts';
import type { DigestGroup } from '#contract/subscriptions.ts';
import { counted } from '#domain/plural.ts';
import { caseStates } from '#domain/cases.ts';
import { composeLetter, type Letter, type LetterSection } from '../mail/letter.ts';
import { aboutOf } from '../cases/about.ts';
import type { Week } from './week.ts';

interface Written {
  name: string;
  frequency: SentFrequency;
  groups: readonly DigestGroup[];
  siteUrl: string;
  /** Other notifications since the last letter. */
  notices?: LetterSection | undefined;
  /** Weekly cases and questions of a doctor. */
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
  return composeLetter(siteUrl, {
    subject: subjectOf(groups, notices, week),
    name,
    before: [
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
    ...(unsubscribe ? { quietLink: { title: 'Больше не присылать таких писем', url: unsubscribe } } : {}),
  });
}

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

const answerForms = ['ответ', 'ответа', 'ответов'] as const;
const readerForms = ['врач', 'врача', 'врачей'] as const;

/** Questions and own cases: number, age band and signs, never the author's text. */
function sectionsOfWeek(
  { questions, open, own }: Week,
  siteUrl: string,
  stops?: ReadonlyMap<string, string>,
): LetterSection[] {
  const stopOf = (kind: string, title: string) => {
    const url = stops?.get(kind);
    return url ? { title, url } : undefined;
  };
  const questionSection: LetterSection = {
    title: 'Вопросы коллег к вам',
    url: `${siteUrl}/cases/?mine=speciality&mine=diseases&question=open`,
    entries: questions.map((card) => ({
      title: `Клинический случай № ${card.id}`,
      url: `${siteUrl}/cases/${card.id}/`,
      event: '',
      lines: [
        aboutOf(card),
        card.answers > 0 ? `Уже есть ${counted(card.answers, answerForms)}.` : 'Ответов ещё нет.',
      ].filter(Boolean),
    })),
    rest: open > questions.length ? `Всего открытых вопросов к вам: ${open}.` : undefined,
    stop: stopOf('question', 'Не присылать вопросов коллег'),
  };
  const ownCases: LetterSection = {
    title: 'Ваши случаи',
    url: `${siteUrl}/profile/cases/`,
    entries: own.map(({ id, state, question, readers, newReaders, answers, newAnswers }) => ({
      title: `Клинический случай № ${id}`,
      url: `${siteUrl}/profile/cases/detail/?id=${id}`,
      event: '',
      lines: [
        `${caseStates[state]}${question === 'open' ? ', вопрос открыт' : question === 'closed' ? ', вопрос закрыт' : ''}`,
        `Прочли: ${counted(readers, readerForms)}, за неделю ${newReaders}`,
        `Ответы: ${answers}, за неделю ${newAnswers}`,
      ],
    })),
    stop: stopOf('case-answer', 'Не присылать об ответах на мои вопросы'),
  };
  return [questionSection, ownCases].filter(({ entries }) => entries.length > 0);
}
