import { portalZone } from '#domain/dates.ts';
import type { UserType } from '#contract/account.ts';
import { counted } from '#domain/plural.ts';
import type { Settings } from '../settings.ts';
import type { LetterText } from './letter.ts';

/** Letters about an account. None contains a password (ruling G12). */

const unasked = 'Если вы этого не просили, ничего не делайте: без перехода по ссылке ничего не изменится.';
/** The page reads the code and removes it from the address at once (ruling G14). */
const link = (path: string, code: string) => `${path}?code=${code}`;

interface Registered {
  email: string;
  code: string;
  when: Date;
  /** Network of the registration. */
  from: string;
  /** The only pending registration of the address. */
  isAlone: boolean;
  hasPassword: boolean;
}

/** The mailbox is unproven: the letter repeats only the address. */
export const confirmationLetter = ({
  email,
  code,
  when,
  from,
  isAlone,
  hasPassword,
}: Registered): LetterText => ({
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
  button: { title: 'Подтвердить регистрацию', url: link('/profile/confirm/', code) },
  after: [unasked],
});

/** For a registration with an existing account, which the page does not reveal. */
export const alreadyLetter = (email: string): LetterText => ({
  subject: 'У вас уже есть учётная запись',
  before: [
    `Кто-то хотел зарегистрироваться на портале с адресом ${email}, но у этого адреса уже есть учётная запись. Она не изменилась.`,
    'Если это были вы, войдите. Если пароль забыт, его можно восстановить.',
  ],
  button: { title: 'Восстановить пароль', url: '/profile/restore/' },
  after: ['Если это были не вы, ничего не делайте.'],
});

export const restoreLetter = (email: string, code: string): LetterText => ({
  subject: 'Восстановление пароля',
  before: [
    `Чтобы задать новый пароль для учётной записи ${email}, перейдите по ссылке. Она действует 60 минут и один раз.`,
  ],
  button: { title: 'Задать новый пароль', url: link('/profile/restore/', code) },
  after: [unasked],
});

export const passwordChangedLetter = (email: string, when: Date): LetterText => ({
  subject: 'Пароль изменён',
  before: [`Пароль вашей учётной записи ${email} изменён ${momentOf(when)}. Все прежние входы завершены.`],
  button: { title: 'Это был не я: восстановить пароль', url: '/profile/restore/' },
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
export const administratorLetter = ({ email, way, when }: NewRole): LetterText => ({
  subject: 'Новый администратор портала',
  before: [
    `Администратором портала стала учётная запись ${email}: ${momentOf(when)}, ${way}.`,
    'Если вы этого не ждали, заблокируйте её и проверьте журнал.',
  ],
  button: { title: 'Учётные записи', url: '/profile/editors/users/' },
});

export const roleLetter = (
  { email, type, way, when }: NewRole & { type: UserType },
  isOwn: boolean,
): LetterText => ({
  subject: isOwn ? 'У вас новая роль на портале' : 'Новая роль учётной записи',
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

/** To administrators, without the erased name. */
export const staffErasedLetter = (id: number, when: Date): LetterText => ({
  subject: 'Удалена учётная запись бывшего редактора',
  before: [
    `Учётная запись № ${id}, у которой была роль редактора или администратора, удалена её владельцем ${momentOf(when)}. Её действия с данными других людей остаются в журнале под псевдонимом три года.`,
  ],
  button: { title: 'Журнал', url: '/profile/editors/log/' },
});

export const roles: Record<UserType, string> = {
  doctor: 'врач',
  patient: 'партнёр',
  editor: 'редактор',
  admin: 'администратор',
};

export function factorLetter(
  email: string,
  { news, when, passkey }: { news: FactorNews; when: Date; passkey?: string | undefined },
): LetterText {
  const { subject, sentence } = factorNews[news];
  return {
    subject,
    before: [
      passkey === undefined
        ? `В учётной записи ${email} изменён второй фактор: ${momentOf(when)}. ${sentence}`
        : `Учётная запись ${email}, ключ доступа «${passkey}»: ${momentOf(when)}. ${sentence}`,
    ],
    button: { title: 'Это был не я: сменить пароль', url: '/profile/restore/' },
  };
}

export const oldAddressLetter = (
  from: string,
  { to, code, stop }: { to: string; code: string; stop: string },
): LetterText => ({
  subject: 'Разрешите смену адреса почты',
  before: [
    `Для учётной записи ${from} запрошен новый адрес: ${to}. Адрес сменится, когда вы подтвердите это из обоих писем: из этого и из того, что пришло на новый адрес. Ссылка действует 24 часа.`,
  ],
  button: { title: 'Разрешить смену адреса', url: link('/profile/settings/', code) },
  after: ['Если вы этого не просили, остановите смену и смените пароль: кто-то вошёл в вашу учётную запись.'],
  quietLink: {
    title: 'Это не я: остановить смену адреса на 7 дней',
    url: `${link('/profile/settings/', stop)}&stop=1`,
  },
});

export const newAddressLetter = (code: string): LetterText => ({
  subject: 'Подтвердите новый адрес почты',
  before: [
    `Этот адрес указан новым для учётной записи на портале. Подтвердите его; второе подтверждение нужно с прежнего адреса. Ссылка действует 24 часа.`,
  ],
  button: { title: 'Подтвердить новый адрес', url: link('/profile/settings/', code) },
  after: [unasked],
});

export const addressChangedLetter: LetterText = {
  subject: 'Адрес почты изменён',
  before: ['Адрес почты вашей учётной записи изменён. Для входа служит новый адрес.'],
  after: ['Если это были не вы, ответьте администратору портала.'],
};

/** What happens to data of an erased account, including backups. */
export const erasedWords = ({ BACKUPS, BACKUPS_KEEP }: Pick<Settings, 'BACKUPS' | 'BACKUPS_KEEP'>) => [
  'Ваша учётная запись и персональные данные удалены с портала по вашей просьбе. Опубликованные клинические случаи, если они были, остались с подписью «удалённый пользователь».',
  BACKUPS === 'daily'
    ? `В резервных копиях данные ещё остаются: каждая копия хранится ${counted(BACKUPS_KEEP, ['день', 'дня', 'дней'])}, потом удаляется.`
    : 'В резервных копиях оператора портала данные могут остаться до конца срока, в который он хранит копии.',
];

export const erasedLetter = (settings: Settings): LetterText => ({
  subject: 'Учётная запись удалена',
  before: [...erasedWords(settings)],
});

/** Proves the workplace by receiving it. */
export const workAddressLetter = (code: string): LetterText => ({
  subject: 'Подтвердите, что вы врач',
  before: [
    'Этот адрес указан рабочей почтой врача в заявке на портале. Перейдите по ссылке, чтобы подтвердить его; после этого заявку рассмотрит редактор. Ссылка действует 24 часа.',
  ],
  button: { title: 'Подтвердить рабочую почту', url: link('/profile/application/', code) },
  after: [unasked],
});

export const verificationLetter = (isAccepted: boolean, reason: string): LetterText => ({
  subject: isAccepted ? 'Вы подтверждены как врач' : 'Подтвердить, что вы врач, не удалось',
  before: [
    isAccepted
      ? 'Редактор подтвердил, что вы врач. Теперь вам доступны публикация и обсуждение клинических случаев.'
      : `Редактор рассмотрел вашу заявку и не смог её подтвердить. Причина: ${reason}`,
    ...(isAccepted ? [] : ['Вы можете подать новую заявку.']),
    'Документы, приложенные к заявке, удалены.',
  ],
  button: { title: 'Мои заявки', url: '/profile/application/' },
});

/** Mail may be read by others: the answer itself is in the profile only. */
export const applicationAnsweredLetter = (number: number, title: string): LetterText => ({
  subject: `Ответ на заявку № ${number}`,
  before: [`На вашу заявку № ${number} «${title}» есть ответ.`],
  button: { title: 'Прочитать ответ', url: '/profile/application/' },
});

export const blockedLetter = (
  email: string,
  { isBlocked, reason }: { isBlocked: boolean; reason: string },
): LetterText => ({
  subject: isBlocked ? 'Учётная запись заблокирована' : 'Учётная запись снова открыта',
  before: [
    isBlocked
      ? `Администратор заблокировал вашу учётную запись ${email}. Причина: ${reason}`
      : `Администратор снял блокировку с вашей учётной записи ${email}: можно войти.`,
  ],
});

export const momentOf = (when: Date) =>
  new Intl.DateTimeFormat('ru', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: portalZone,
  }).format(when) + ' по московскому времени';
