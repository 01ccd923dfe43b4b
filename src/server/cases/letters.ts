import { composeLetter, type Letter } from '../mail/letter.ts';

/** To editors: a user who opens so many cases a day may be copying them. */
export const manyCasesReadLetter = ({
  id,
  count,
  siteUrl,
}: {
  id: number;
  count: number;
  siteUrl: string;
}): Letter =>
  composeLetter(
    {
      subject: `Врач за сутки открыл ${count} клинических случаев`,
      before: [
        'Здравствуйте!',
        `Учётная запись № ${id} за сутки открыла ${count} разных клинических случаев. Посмотрите, кто это: доступ можно закрыть в разделе пользователей.`,
      ],
      button: { title: 'Открыть пользователей', url: `${siteUrl}/profile/editors/users/` },
    },
    siteUrl,
  );
