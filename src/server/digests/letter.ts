import type { SentFrequency } from '#domain/subscriptions.ts';
import type { DigestGroup } from '#contract/subscriptions.ts';
import { counted } from '#domain/plural.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';

interface Written {
  name: string;
  frequency: SentFrequency;
  groups: readonly DigestGroup[];
  siteUrl: string;
  /** Where one click ends these letters; a preview has none. */
  unsubscribe?: string | undefined;
}

/** The letter about what has changed. */
export function digestLetter({ name, frequency, groups, siteUrl, unsubscribe }: Written): Letter {
  const count = groups.reduce((sum, { changes, more }) => sum + changes.length + more, 0);
  const changes = counted(count, ['изменение', 'изменения', 'изменений']);
  const [only] = groups;
  return composeLetter(
    {
      subject:
        groups.length === 1 && only ? `${only.title}: ${changes}` : `${changes} в том, за чем вы следите`,
      before: [
        name ? `Здравствуйте, ${name}!` : 'Здравствуйте!',
        frequency === 'weekly'
          ? 'За неделю изменилось то, за чем вы следите на портале.'
          : 'Изменилось то, за чем вы следите на портале.',
      ],
      sections: groups.map((group) => ({
        title: group.title,
        url: siteUrl + group.url,
        entries: group.changes.map(({ title, url, event, lines }) => ({
          title,
          url: siteUrl + url,
          event,
          lines,
        })),
        rest:
          group.more > 0
            ? `И ещё ${counted(group.more, ['изменение', 'изменения', 'изменений'])}.`
            : undefined,
      })),
      button: { title: 'Настроить подписки', url: `${siteUrl}/profile/subscribes/` },
      after: [
        'Вы получили это письмо, потому что следите за обновлениями портала. Сведения для специалистов; решение о лечении принимает врач.',
      ],
      ...(unsubscribe ? { unsubscribe: { title: 'Больше не присылать таких писем', url: unsubscribe } } : {}),
    },
    siteUrl,
  );
}
