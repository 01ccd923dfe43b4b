import { notificationKind, type NotificationKindName } from '#domain/notifications.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import type { NotificationText } from './templates.ts';

interface About {
  name: string;
  kind: NotificationKindName;
  text: NotificationText;
  siteUrl: string;
  /** Unsubscribe token; absent for letters that are always sent. */
  unsubscribe?: string | undefined;
}

export function noticeLetter({ name, kind, text, siteUrl, unsubscribe }: About): Letter {
  const { title, isAlways } = notificationKind(kind);
  return composeLetter(siteUrl, {
    subject: text.title,
    name,
    before: [text.more ? `${text.title}. ${text.more}` : `${text.title}.`],
    button: { title: text.action, url: siteUrl + text.url },
    ...(isAlways
      ? {}
      : {
          after: [
            `Письмо пришло, потому что в настройках включено «${title}». Как часто приходят письма, вы выбираете сами: ${siteUrl}/profile/settings/#letters`,
          ],
        }),
    ...(unsubscribe
      ? {
          quietLink: {
            title: 'Таких писем больше не присылать',
            url: unsubscribeAddress(siteUrl, unsubscribe),
          },
        }
      : {}),
  });
}

export const unsubscribeAddress = (siteUrl: string, token: string) =>
  `${siteUrl}/unsubscribe/?token=${token}`;
