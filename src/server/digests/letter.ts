import type { SentFrequency } from '#domain/subscriptions.ts';
import type { DigestGroup } from '#contract/subscriptions.ts';
import { counted } from '#domain/plural.ts';
import { caseStates } from '#domain/cases.ts';
import type { LetterSection, LetterText } from '../mail/letter.ts';
import { topicOf } from '../notifications/preferences.ts';
import { unsubscribePage } from '../mail/signed-token.ts';
import { aboutOf } from '../cases/about.ts';
import type { Week } from './week.ts';

export interface DigestNews {
  frequency: SentFrequency;
  groups: readonly DigestGroup[];
  /** Other notifications since the last letter. */
  notices?: LetterSection | undefined;
  /** Weekly cases and questions of a doctor. */
  week?: Week | undefined;
  /** Unsubscribe links by subscription or notification kind; a preview has none. */
  stops?: Stops;
}

type Stops = ReadonlyMap<string, string>;

const changeForms = ['изменение', 'изменения', 'изменений'] as const;
const questionForms = ['вопрос коллеги', 'вопроса коллег', 'вопросов коллег'] as const;
const ownForms = ['ваш случай с откликами', 'ваших случая с откликами', 'ваших случаев с откликами'] as const;
const noticeForms = ['уведомление', 'уведомления', 'уведомлений'] as const;

export function digestLetter({ frequency, groups, notices, week, stops }: DigestNews): LetterText {
  const ofWeek = week ? sectionsOfWeek(week, stops) : [];
  const sections = groups.map((group) => sectionOf(group, stops));
  const period = { now: '', daily: 'За день', weekly: 'За неделю' }[frequency];
  return {
    subject: subjectOf(groups, notices, week),
    before: [
      week
        ? 'Вот что за неделю появилось для вас на портале.'
        : groups.length === 0
          ? 'Вот о чём портал хотел вам сказать.'
          : `${period ? `${period} изменилось` : 'Изменилось'} то, за чем вы следите на портале.`,
    ],
    sections: [...ofWeek, ...(notices ? [notices] : []), ...sections],
    button: { title: 'Настроить письма', url: '/profile/settings/#letters' },
    after: [
      'Вы получили это письмо, потому что следите за обновлениями портала. Сведения для специалистов; решение о лечении принимает врач.',
    ],
    ...(stops ? { quietLink: { title: 'Больше не присылать таких писем', url: unsubscribePage } } : {}),
  };
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

const sectionOf = ({ kind, id, title, url, changes, more }: DigestGroup, stops?: Stops): LetterSection => ({
  title,
  url,
  entries: changes,
  rest: more > 0 ? `И ещё ${counted(more, changeForms)}.` : undefined,
  stop: stopOf(stops, topicOf(kind, id), 'Не присылать только об этом'),
});

function stopOf(stops: Stops | undefined, about: string, title: string): LetterSection['stop'] {
  const url = stops?.get(about);
  return url === undefined ? undefined : { title, url };
}

const answerForms = ['ответ', 'ответа', 'ответов'] as const;
const readerForms = ['врач', 'врача', 'врачей'] as const;

/** Questions and own cases: number, age band and signs, never the author's text. */
function sectionsOfWeek({ questions, open, own }: Week, stops?: Stops): LetterSection[] {
  const questionSection: LetterSection = {
    title: 'Вопросы коллег к вам',
    url: '/cases/?mine=speciality&mine=diseases&question=open',
    entries: questions.map((card) => ({
      title: `Клинический случай № ${card.id}`,
      url: `/cases/${card.id}/`,
      lines: [
        aboutOf(card),
        card.answers > 0 ? `Уже есть ${counted(card.answers, answerForms)}.` : 'Ответов ещё нет.',
      ].filter(Boolean),
    })),
    rest: open > questions.length ? `Всего открытых вопросов к вам: ${open}.` : undefined,
    stop: stopOf(stops, 'question', 'Не присылать вопросов коллег'),
  };
  const ownCases: LetterSection = {
    title: 'Ваши случаи',
    url: '/profile/cases/',
    entries: own.map(({ id, state, question, readers, newReaders, answers, newAnswers }) => ({
      title: `Клинический случай № ${id}`,
      url: `/profile/cases/detail/?id=${id}`,
      lines: [
        `${caseStates[state]}${question === 'open' ? ', вопрос открыт' : question === 'closed' ? ', вопрос закрыт' : ''}`,
        `Прочли: ${counted(readers, readerForms)}, за неделю ${newReaders}`,
        `Ответы: ${answers}, за неделю ${newAnswers}`,
      ],
    })),
    stop: stopOf(stops, 'case-answer', 'Не присылать об ответах на мои вопросы'),
  };
  return [questionSection, ownCases].filter(({ entries }) => entries.length > 0);
}
