import { portalZone } from '#domain/dates.ts';
import type { UserType } from '#contract/account.ts';
import { counted } from '#domain/plural.ts';
import type { Settings } from '../settings.ts';
import { composeLetter, type Letter } from './letter.ts';

/** Letters about an account. None contains a password (ruling G12). */

const unasked = 'Если вы этого не просили, ничего не делайте: без перехода по ссылке ничего не изменится.';
/** The page reads the code and removes it from the address at once (ruling G14). */
const link = (siteUrl: string, path: string, code: string) => `${siteUrl}${path}?code=${code}`;

interface Person {
  name: string;
  email: string;
}

interface Registered {
  code: string;
  when: Date;
  /** Network of the registration. */
  from: string;
  /** The only pending registration of the address. */
  isAlone: boolean;
  hasPassword: boolean;
}

/** The mailbox is unproven: the letter repeats only the address. */
export const confirmationLetter = (
  { email }: Pick<Person, 'email'>,
  { code, when, from, isAlone, hasPassword }: Registered,
  siteUrl: string,
): Letter =>
  composeLetter(siteUrl, {
    subject: 'Подтвердите регистрацию',
    before: [
      `На портале зарегистрировались с адресом ${email}: ${momentOf(when)}, из сети ${from}.`,
      ...(isAlone
        ? []
        : [
            'С этим адресом уже есть другая неподтверждённая регистрация. Останется та, пароль которой вы введёте; остальные удалятся.',
          ]),
      hasPassword
        ? 'Если это были вы, подтвердите адрес почты: портал спросит пароль, который вы придумали, или предложит задать новый. Ссылка действует 24 часа.'
        : 'Если это были вы, откройте ссылку и придумайте пароль: с ним вы будете входить. После этого начнут приходить письма о том, за чем вы следите. Ссылка действует 24 часа.',
    ],
    button: { title: 'Подтвердить регистрацию', url: link(siteUrl, '/profile/confirm/', code) },
    after: [unasked],
  });

/** For a registration with an existing account, which the page does not reveal. */
export const alreadyLetter = (person: Person, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'У вас уже есть учётная запись',
    name: person.name,
    before: [
      `Кто-то хотел зарегистрироваться на портале с адресом ${person.email}, но у этого адреса уже есть учётная запись. Она не изменилась.`,
      'Если это были вы, войдите. Если пароль забыт, его можно восстановить.',
    ],
    button: { title: 'Восстановить пароль', url: `${siteUrl}/profile/restore/` },
    after: ['Если это были не вы, ничего не делайте.'],
  });

export const restoreLetter = (person: Person, code: string, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'Восстановление пароля',
    name: person.name,
    before: [
      `Чтобы задать новый пароль для учётной записи ${person.email}, перейдите по ссылке. Она действует 60 минут и один раз.`,
    ],
    button: { title: 'Задать новый пароль', url: link(siteUrl, '/profile/restore/', code) },
    after: [unasked],
  });

/** Security notice of a changed password. */
export const passwordChangedLetter = (person: Person, when: Date, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'Пароль изменён',
    name: person.name,
    before: [
      `Пароль вашей учётной записи ${person.email} изменён ${momentOf(when)}. Все прежние входы завершены.`,
    ],
    button: { title: 'Это был не я: восстановить пароль', url: `${siteUrl}/profile/restore/` },
  });

export type FactorNews =
  | 'on'
  | 'off'
  | 'application off'
  | 'codes'
  | 'reset'
  | 'passkey'
  | 'passkey off'
  | 'passkey refused';
const factorNews: Record<FactorNews, { subject: string; sentence: string }> = {
  on: {
    subject: 'Второй фактор включён',
    sentence: 'Теперь при входе кроме пароля нужен код из приложения. Все прочие входы завершены.',
  },
  off: {
    subject: 'Второй фактор выключен',
    sentence: 'Теперь для входа достаточно пароля. Все прочие входы завершены.',
  },
  'application off': {
    subject: 'Приложение для кодов отключено',
    sentence:
      'Код из приложения больше не подходит, ключи доступа и запасные коды действуют. Все прочие входы завершены.',
  },
  passkey: {
    subject: 'Ключ доступа добавлен',
    sentence:
      'Этим ключом можно войти без пароля, а после пароля — подтвердить вход. Все прочие входы завершены.',
  },
  'passkey off': {
    subject: 'Ключ доступа удалён',
    sentence:
      'Войти этим ключом больше нельзя, остальные способы входа действуют. Все прочие входы завершены.',
  },
  'passkey refused': {
    subject: 'Ключ доступа отклонён',
    sentence:
      'Счётчик ключа пошёл назад: так бывает, когда ключ скопировали. Вход по нему не состоялся. Если это были вы, удалите ключ в настройках и добавьте его заново.',
  },
  reset: {
    subject: 'Второй фактор снят',
    sentence: 'Его снял администратор портала; все входы завершены.',
  },
  codes: {
    subject: 'Запасные коды заменены',
    sentence: 'Прежние запасные коды больше не действуют.',
  },
};

interface NewRole {
  email: string;
  way: string;
  when: Date;
}

/** Security notice to every administrator. */
export const administratorLetter = (person: Person, { email, way, when }: NewRole, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'Новый администратор портала',
    name: person.name,
    before: [
      `Администратором портала стала учётная запись ${email}: ${momentOf(when)}, ${way}.`,
      'Если вы этого не ждали, заблокируйте её и проверьте журнал.',
    ],
    button: { title: 'Учётные записи', url: `${siteUrl}/profile/editors/users/` },
  });

/** Notice of a changed role, to its owner and administrators. */
export function roleLetter(
  person: Person,
  { email, type, way, when }: NewRole & { type: UserType },
  siteUrl: string,
): Letter {
  const isOwn = person.email === email;
  return composeLetter(siteUrl, {
    subject: isOwn ? 'У вас новая роль на портале' : 'Новая роль учётной записи',
    name: person.name,
    before: [
      `Роль учётной записи ${email} изменена ${momentOf(when)}, ${way}. Теперь это ${roles[type]}.`,
      ...(isOwn && (type === 'editor' || type === 'admin')
        ? [
            'Все входы завершены. При следующем входе портал попросит новый пароль, если прежний короче, чем нужно этой роли, и второй шаг входа.',
          ]
        : []),
    ],
    after: ['Если вы этого не ждали, напишите администратору портала.'],
  });
}

/** To administrators, without the erased name. */
export const staffErasedLetter = (
  person: Person,
  { id, when }: { id: number; when: Date },
  siteUrl: string,
): Letter =>
  composeLetter(siteUrl, {
    subject: 'Удалена учётная запись бывшего редактора',
    name: person.name,
    before: [
      `Учётная запись № ${id}, у которой была роль редактора или администратора, удалена её владельцем ${momentOf(when)}. Её действия с данными других людей остаются в журнале под псевдонимом три года.`,
    ],
    button: { title: 'Журнал', url: `${siteUrl}/profile/editors/log/` },
  });

export const roles: Record<UserType, string> = {
  doctor: 'врач',
  patient: 'партнёр',
  editor: 'редактор',
  admin: 'администратор',
};

/** Security notice of a changed second factor. */
export function factorLetter(
  person: Person,
  { news, when, passkey }: { news: FactorNews; when: Date; passkey?: string | undefined },
  siteUrl: string,
): Letter {
  const { subject, sentence } = factorNews[news];
  return composeLetter(siteUrl, {
    subject,
    name: person.name,
    before: [
      passkey === undefined
        ? `В учётной записи ${person.email} изменён второй фактор: ${momentOf(when)}. ${sentence}`
        : `Учётная запись ${person.email}, ключ доступа «${passkey}»: ${momentOf(when)}. ${sentence}`,
    ],
    button: { title: 'Это был не я: сменить пароль', url: `${siteUrl}/profile/restore/` },
  });
}

export const oldAddressLetter = (
  person: Person,
  { to, code, stop, siteUrl }: { to: string; code: string; stop: string; siteUrl: string },
): Letter =>
  composeLetter(siteUrl, {
    subject: 'Разрешите смену адреса почты',
    name: person.name,
    before: [
      `Для учётной записи ${person.email} запрошен новый адрес: ${to}. Адрес сменится, когда вы подтвердите это из обоих писем: из этого и из того, что пришло на новый адрес. Ссылка действует 24 часа.`,
    ],
    button: { title: 'Разрешить смену адреса', url: link(siteUrl, '/profile/settings/', code) },
    after: [
      'Если вы этого не просили, остановите смену и смените пароль: кто-то вошёл в вашу учётную запись.',
    ],
    quietLink: {
      title: 'Это не я: остановить смену адреса на 7 дней',
      url: `${link(siteUrl, '/profile/settings/', stop)}&stop=1`,
    },
  });

export const newAddressLetter = (code: string, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'Подтвердите новый адрес почты',
    before: [
      `Этот адрес указан новым для учётной записи на портале. Подтвердите его; второе подтверждение нужно с прежнего адреса. Ссылка действует 24 часа.`,
    ],
    button: { title: 'Подтвердить новый адрес', url: link(siteUrl, '/profile/settings/', code) },
    after: [unasked],
  });

export const addressChangedLetter = (person: Person, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'Адрес почты изменён',
    name: person.name,
    before: ['Адрес почты вашей учётной записи изменён. Для входа служит новый адрес.'],
    after: ['Если это были не вы, ответьте администратору портала.'],
  });

/** What happens to data of an erased account, including backups. */
export const erasedWords = ({ BACKUPS, BACKUPS_KEEP }: Pick<Settings, 'BACKUPS' | 'BACKUPS_KEEP'>) => [
  'Ваша учётная запись и персональные данные удалены с портала по вашей просьбе. Опубликованные клинические случаи, если они были, остались с подписью «удалённый пользователь».',
  BACKUPS === 'daily'
    ? `В резервных копиях данные ещё остаются: каждая копия хранится ${counted(BACKUPS_KEEP, ['день', 'дня', 'дней'])}, потом удаляется.`
    : 'В резервных копиях оператора портала данные могут остаться до конца срока, в который он хранит копии.',
];

export const erasedLetter = (person: Person, settings: Settings): Letter =>
  composeLetter(settings.SITE_URL, {
    subject: 'Учётная запись удалена',
    name: person.name,
    before: [...erasedWords(settings)],
  });

/** Proves the workplace by receiving it. */
export const workAddressLetter = (code: string, siteUrl: string): Letter =>
  composeLetter(siteUrl, {
    subject: 'Подтвердите, что вы врач',
    before: [
      'Этот адрес указан рабочей почтой врача в заявке на портале. Перейдите по ссылке, чтобы подтвердить его; после этого заявку рассмотрит редактор. Ссылка действует 24 часа.',
    ],
    button: { title: 'Подтвердить рабочую почту', url: link(siteUrl, '/profile/application/', code) },
    after: [unasked],
  });

export const verificationLetter = (
  person: Person,
  { isAccepted, reason }: { isAccepted: boolean; reason: string },
  siteUrl: string,
): Letter =>
  composeLetter(siteUrl, {
    subject: isAccepted ? 'Вы подтверждены как врач' : 'Подтвердить, что вы врач, не удалось',
    name: person.name,
    before: [
      isAccepted
        ? 'Редактор подтвердил, что вы врач. Теперь вам доступны публикация и обсуждение клинических случаев.'
        : `Редактор рассмотрел вашу заявку и не смог её подтвердить. Причина: ${reason}`,
      ...(isAccepted ? [] : ['Вы можете подать новую заявку.']),
      'Документы, приложенные к заявке, удалены.',
    ],
    button: { title: 'Мои заявки', url: `${siteUrl}/profile/application/` },
  });

/** Mail may be read by others: the answer itself is in the profile only. */
export const applicationAnsweredLetter = (
  person: Person,
  { title, number }: { title: string; number: number },
  siteUrl: string,
): Letter =>
  composeLetter(siteUrl, {
    subject: `Ответ на заявку № ${number}`,
    name: person.name,
    before: [`На вашу заявку № ${number} «${title}» есть ответ.`],
    button: { title: 'Прочитать ответ', url: `${siteUrl}/profile/application/` },
  });

export const blockedLetter = (
  person: Person,
  { isBlocked, reason }: { isBlocked: boolean; reason: string },
  siteUrl: string,
): Letter =>
  composeLetter(siteUrl, {
    subject: isBlocked ? 'Учётная запись заблокирована' : 'Учётная запись снова открыта',
    name: person.name,
    before: [
      isBlocked
        ? `Администратор заблокировал вашу учётную запись ${person.email}. Причина: ${reason}`
        : `Администратор снял блокировку с вашей учётной записи ${person.email}: можно войти.`,
    ],
  });

export const momentOf = (when: Date) =>
  new Intl.DateTimeFormat('ru', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: portalZone,
  }).format(when) + ' по московскому времени';
