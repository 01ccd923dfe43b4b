import { alertMessages } from '#domain/alerts.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import { momentOf } from '../mail/letters.ts';

/** Letter to administrators: the problem and its remedy, or its end. */
export function alertLetter({
  name,
  what,
  isOver,
  at,
  siteUrl,
}: {
  name: string;
  what: string;
  isOver: boolean;
  at: Date;
  siteUrl: string;
}): Letter {
  const { title, next } = alertMessages(name);
  return composeLetter(
    {
      subject: isOver ? `Снова в порядке: ${title.toLowerCase()}` : `Тревога: ${title.toLowerCase()}`,
      before: isOver
        ? [
            'Здравствуйте!',
            `Тревога «${title}» снята ${momentOf(at)}.`,
            `Последнее, что было известно: ${what}`,
          ]
        : ['Здравствуйте!', `${what} Замечено ${momentOf(at)}.`, next],
      button: { title: 'Открыть редакцию', url: `${siteUrl}/profile/editors/` },
      after: isOver
        ? []
        : ['Пока это продолжается, второго такого письма не будет. Когда пройдёт, портал напишет.'],
    },
    siteUrl,
  );
}
