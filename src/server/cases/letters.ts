import { composeLetter, type Letter } from '../mail/letter.ts';

/**
 * Letters about cases name the case by its number and hold no word of it: mail is open to too many eyes. What has been
 * written is read on the portal.
 */
interface About {
  id: number;
  siteUrl: string;
}

const greet = 'Здравствуйте!';

const own = ({ id, siteUrl }: About) => ({
  title: 'Открыть случай',
  url: `${siteUrl}/profile/cases/detail/?id=${id}`,
});
const shown = ({ id, siteUrl }: About) => ({ title: 'Открыть случай', url: `${siteUrl}/cases/${id}/` });

/** To editors: whoever opens so many cases in a day may be carrying them away. */
export const manyCasesReadLetter = ({ id, count, siteUrl }: About & { count: number }): Letter =>
  composeLetter(
    {
      subject: `Врач за сутки открыл ${count} клинических случаев`,
      before: [
        greet,
        `Учётная запись № ${id} за сутки открыла ${count} разных клинических случаев. Посмотрите, кто это: доступ можно закрыть в разделе пользователей.`,
      ],
      button: { title: 'Открыть пользователей', url: `${siteUrl}/profile/editors/users/` },
    },
    siteUrl,
  );

export const returnedLetter = (about: About): Letter =>
  composeLetter(
    {
      subject: `Клинический случай № ${about.id}: нужны правки`,
      before: [
        greet,
        `Редакция прочитала ваш клинический случай № ${about.id} и просит его поправить. Замечания стоят у разделов.`,
      ],
      button: own(about),
    },
    about.siteUrl,
  );

export const declinedLetter = (about: About): Letter =>
  composeLetter(
    {
      subject: `Клинический случай № ${about.id} отклонён`,
      before: [
        greet,
        `Редакция не сможет опубликовать ваш клинический случай № ${about.id}. Причина указана в нём.`,
      ],
      button: own(about),
    },
    about.siteUrl,
  );

export const publishedLetter = (about: About): Letter =>
  composeLetter(
    {
      subject: `Клинический случай № ${about.id} опубликован`,
      before: [greet, `Ваш клинический случай № ${about.id} опубликован: его видят врачи.`],
      button: shown(about),
    },
    about.siteUrl,
  );

export const archivedLetter = (about: About): Letter =>
  composeLetter(
    {
      subject: `Клинический случай № ${about.id} снят с публикации`,
      before: [
        greet,
        `Редакция сняла с публикации ваш клинический случай № ${about.id}. Причина указана в нём.`,
      ],
      button: own(about),
    },
    about.siteUrl,
  );

/** To those who follow a case, the author among them. */
export const newsLetter = (what: 'answer' | 'outcome' | 'edition', about: About): Letter => {
  const news = {
    answer: ['новый ответ', 'коллега ответил на вопрос'],
    outcome: ['известен исход', 'автор рассказал, чем закончилось'],
    edition: ['новая редакция', 'автор дополнил случай'],
  }[what];
  return composeLetter(
    {
      subject: `Клинический случай № ${about.id}: ${news[0]}`,
      before: [greet, `В клиническом случае № ${about.id}, за которым вы следите, ${news[1]}.`],
      button: shown(about),
      after: ['Перестать следить можно на странице случая.'],
    },
    about.siteUrl,
  );
};
