import { notificationKind, type NotificationKindName } from '#domain/notifications.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import type { Said } from './words.ts';

interface About {
  name: string;
  kind: NotificationKindName;
  said: Said;
  siteUrl: string;
}

/** One notification as a letter. */
export function noticeLetter({ name, kind, said, siteUrl }: About): Letter {
  const { title, isAlways } = notificationKind(kind);
  return composeLetter(
    {
      subject: said.title,
      before: [
        name ? `Здравствуйте, ${name}!` : 'Здравствуйте!',
        said.more ? `${said.title}. ${said.more}` : `${said.title}.`,
      ],
      button: { title: said.action, url: siteUrl + said.url },
      after: isAlways
        ? []
        : [
            `Письмо пришло, потому что в настройках включено «${title}». Как часто приходят письма, вы выбираете сами: ${siteUrl}/profile/settings/#letters`,
          ],
    },
    siteUrl,
  );
}
