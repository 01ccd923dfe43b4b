import { mailings } from '#domain/subscriptions.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import { proseOfLetter } from '../mail/prose.ts';
import { unsubscribeAddress } from '../notifications/letters.ts';

export const mailingTitle = (mailing: string): string =>
  mailings.find(({ code }) => code === mailing)?.title ?? 'Рассылка портала';

interface Written {
  mailing: string;
  subject: string;
  body: string;
}

interface To {
  name: string;
  siteUrl: string;
  /** The token that ends this mailing; a letter that is only looked at has none. */
  unsubscribe?: string;
}

/** A mailing as one person gets it. */
export function broadcastLetter(
  { mailing, subject, body }: Written,
  { name, siteUrl, unsubscribe }: To,
): Letter {
  return composeLetter(
    {
      subject,
      before: [name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'],
      prose: proseOfLetter(body, siteUrl),
      after: [
        `Вы получили это письмо, потому что согласились на рассылку «${mailingTitle(mailing)}». Выбрать рассылки: ${siteUrl}/profile/settings/#mailings`,
      ],
      quietLink: {
        title: 'Отписаться от этой рассылки',
        url: unsubscribe ? unsubscribeAddress(siteUrl, unsubscribe) : `${siteUrl}/unsubscribe/`,
      },
    },
    siteUrl,
  );
}
