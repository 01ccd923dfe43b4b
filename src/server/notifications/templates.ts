import { recordAddress } from '#domain/desk.ts';
import type { NotificationKindName } from '#domain/notifications.ts';

/** Object of a notification. */
export interface NotificationSubject {
  caseId: number | null;
  record: { id: number; kind: string; title: string } | null;
  details: Readonly<Record<string, string>>;
}

/** Text: a sentence for bell and subject. */
export interface NotificationText {
  title: string;
  /** Second sentence; may be empty. */
  more: string;
  /** Path of the target. */
  url: string;
  /** Label of the letter's button. */
  action: string;
}

const inbox = '/profile/editors/inbox/';
const named = ({ record }: NotificationSubject) => (record ? `«${record.title}»` : 'запись');
const toCase = ({ caseId }: NotificationSubject, more: string, rest: string): NotificationText => ({
  title: `Клинический случай № ${caseId}${rest}`,
  more,
  url: `/cases/${caseId}/`,
  action: 'Открыть случай',
});
const toOwnCase = (told: NotificationSubject, more: string, rest: string): NotificationText => ({
  ...toCase(told, more, rest),
  url: `/profile/cases/detail/?id=${told.caseId}`,
});
const settings = '/profile/settings/';

const decisions: Record<string, (told: NotificationSubject) => NotificationText> = {
  returned: (told) =>
    toOwnCase(told, 'Редакция просит правок: замечания стоят у разделов.', ': нужны правки'),
  declined: (told) =>
    toOwnCase(told, 'Редакция не сможет его опубликовать. Причина указана в нём.', ' отклонён'),
  archived: (told) => toOwnCase(told, 'Причина указана в нём.', ' снят с публикации'),
  published: (told) => toCase(told, 'Его видят врачи.', ' опубликован'),
};

const caseNews: Record<string, [string, string]> = {
  answer: ['новый ответ', 'Коллега ответил на вопрос.'],
  comment: ['новое сообщение', 'Коллега написал в обсуждении.'],
  outcome: ['известен исход', 'Автор рассказал, чем закончилось.'],
  edition: ['новая редакция', 'Автор дополнил случай.'],
};

const applicationNews: Record<string, string> = {
  accepted: 'Вы подтверждены как врач',
  declined: 'Подтвердить, что вы врач, не удалось',
  closed: 'Ваша заявка закрыта',
};

/**
 * Templates by kind. Cases are named by number only, without the author's text: mail and bells may be seen by
 * others.
 */
export const templates: Record<NotificationKindName, (told: NotificationSubject) => NotificationText> = {
  'case-waiting': ({ caseId }) => ({
    title: `Клинический случай № ${caseId} ждёт проверки`,
    more: '',
    url: `/profile/editors/cases/?id=${caseId}`,
    action: 'Проверить случай',
  }),
  application: ({ details }) => ({
    title: `Новая заявка № ${details['id']}`,
    more: '',
    url: inbox,
    action: 'Открыть обращения',
  }),
  verification: ({ details }) => ({
    title: `Врач просит подтверждения: заявка № ${details['id']}`,
    more: details['due'] ? `Ответ обещан до ${details['due']}.` : '',
    url: inbox,
    action: 'Открыть обращения',
  }),
  report: (told) => ({
    title: `Сообщение о неточности: ${told.record ? named(told) : 'страница портала'}`,
    more: '',
    url: inbox,
    action: 'Открыть обращения',
  }),
  'second-review': (told) => ({
    title: `${named(told)} ждёт второго редактора`,
    more: '',
    url: told.record ? recordAddress(told.record.id) : '/profile/editors/',
    action: 'Проверить материал',
  }),
  'record-comment': (told) => ({
    title: `${told.details['reply'] ? 'Ответ на замечание' : 'Вас назвали в замечании'}: ${named(told)}`,
    more: told.details['title'] ? `Поле «${told.details['title']}».` : '',
    url: told.record ? recordAddress(told.record.id, told.details['field']) : '/profile/editors/',
    action: 'Открыть материал',
  }),
  'publication-failed': ({ details }) => ({
    title: 'Сайт не обновился: публикация не удалась',
    more: details['problem'] ?? '',
    url: '/profile/editors/publication/',
    action: 'Открыть публикацию',
  }),
  'review-overdue': ({ details }) => ({
    title: `Пора пересмотреть материалы: ${details['count']}`,
    more: '',
    url: '/profile/editors/',
    action: 'Открыть обзор',
  }),
  'case-decision': (told) =>
    (decisions[told.details['decision'] ?? ''] ?? ((of) => toOwnCase(of, '', ': решение редакции')))(told),
  'case-answer': (told) => toCase(told, 'Коллега ответил на ваш вопрос.', ': новый ответ'),
  'answer-helped': (told) => toCase(told, 'Автор отметил ответ, который помог.', ': ваш ответ помог'),
  'case-comment': (told) => toCase(told, 'Коллега написал в обсуждении вашего случая.', ': новое сообщение'),
  'comment-reply': (told) => toCase(told, 'Коллега ответил на ваше сообщение.', ': вам ответили'),
  agreement: (told) =>
    toCase(told, `Согласны коллег: ${told.details['count'] ?? 1}.`, ': с вашим сообщением согласились'),
  mention: (told) => toCase(told, 'Коллега назвал вас в обсуждении.', ': вас назвали'),
  'case-news': (told) => {
    const [title, more] = caseNews[told.details['news'] ?? ''] ?? ['есть новое', ''];
    return toCase(told, more, `: ${title}`);
  },
  question: (told) => toCase(told, told.details['about'] ?? '', ': вопрос коллеги к вам'),
  'case-published': (told) => ({
    ...toCase(told, told.details['about'] ?? '', ''),
    title: `Новый случай болезни, за которой вы следите: № ${told.caseId}`,
  }),
  'application-decision': ({ details }) => ({
    title: applicationNews[details['decision'] ?? ''] ?? `Заявка № ${details['id']}: есть ответ`,
    more: `Заявка № ${details['id']}.`,
    url: '/profile/application/',
    action: 'Мои заявки',
  }),
  'new-device': ({ details }) => ({
    title: 'Вход с нового устройства',
    more: details['where'] ?? '',
    url: settings,
    action: 'Посмотреть входы',
  }),
  'wrong-passwords': ({ details }) => ({
    title: 'Много неверных паролей к вашей учётной записи',
    more: details['where'] ?? '',
    url: settings,
    action: 'Сменить пароль',
  }),
  'address-change': ({ details }) => ({
    title: 'Смена адреса почты',
    more: details['what'] ?? '',
    url: settings,
    action: 'Открыть настройки',
  }),
  role: ({ details }) => ({
    title: 'Ваша роль на портале изменена',
    more: details['role'] ?? '',
    url: '/profile/',
    action: 'Открыть профиль',
  }),
};
