import { caseStates } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { aboutOf } from '../cases/about.ts';
import type { LetterSection } from '../mail/letter.ts';
import type { Week } from './week.ts';

const answerForms = ['ответ', 'ответа', 'ответов'] as const;
const readerForms = ['врач', 'врача', 'врачей'] as const;

/** Questions and own cases: number, age band and signs, never the author's text. */
export function sectionsOfWeek(
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
