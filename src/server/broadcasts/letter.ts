import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import { proseOfLetter } from '../mail/prose.ts';
import { unsubscribeAddress } from '../notifications/letters.ts';

export const mailingTitle = (mailing: string): string =>
  [...mailings, documentsNotice].find(({ code }) => code === mailing)?.title ?? 'Рассылка портала';

interface Written {
  mailing: string;
  subject: string;
  body: string;
}

interface To {
  name: string;
  siteUrl: string;
  /** Unsubscribe token; a preview has none. */
  unsubscribe?: string | undefined;
}

export function broadcastLetter(
  { mailing, subject, body }: Written,
  { name, siteUrl, unsubscribe }: To,
): Letter {
  return composeLetter(
    {
      subject,
      before: [name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'],
      prose: proseOfLetter(body, siteUrl),
      ...(mailing === documentsNotice.code
        ? { after: whyAll(siteUrl) }
        : endsOf(mailing, { siteUrl, unsubscribe })),
    },
    siteUrl,
  );
}

const whyAll = (siteUrl: string): string[] => [
  'Вы получили это письмо, потому что у вас есть учётная запись на портале, а его документы изменились. Такие письма приходят всем и не зависят от рассылок; не получать их можно, только удалив учётную запись в настройках.',
  `Политика: ${siteUrl}/upload/doc/policy.pdf`,
  `Согласие: ${siteUrl}/upload/doc/assept.pdf`,
  `Настройки: ${siteUrl}/profile/settings/`,
];

const endsOf = (mailing: string, { siteUrl, unsubscribe }: Pick<To, 'siteUrl' | 'unsubscribe'>) => ({
  after: [
    `Вы получили это письмо, потому что согласились на рассылку «${mailingTitle(mailing)}». Выбрать рассылки: ${siteUrl}/profile/settings/#mailings`,
  ],
  quietLink: {
    title: 'Отписаться от этой рассылки',
    url: unsubscribe ? unsubscribeAddress(siteUrl, unsubscribe) : `${siteUrl}/unsubscribe/`,
  },
});
