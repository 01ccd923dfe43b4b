import { recordAddress } from '#domain/desk.ts';
import type { NotificationKindName } from '#domain/notifications.ts';

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
const quotedRecord = ({ record }: NotificationSubject) => (record ? `«${record.title}»` : 'запись');
const toCase = ({ caseId }: NotificationSubject, more: string, rest: string): NotificationText => ({
  title: `Клинический случай № ${caseId}${rest}`,
  more,
  url: `/cases/${caseId}/`,
  action: 'Открыть случай',
});
const toOwnCase = (subject: NotificationSubject, more: string, rest: string): NotificationText => ({
  ...toCase(subject, more, rest),
  url: `/profile/cases/detail/?id=${subject.caseId}`,
});
const settings = '/profile/settings/';

const decisions: Record<string, (subject: NotificationSubject) => NotificationText> = {
  returned: (subject) =>
    toOwnCase(subject, 'Редакция просит правок: замечания стоят у разделов.', ': нужны правки'),
  declined: (subject) =>
    toOwnCase(subject, 'Редакция не сможет его опубликовать. Причина указана в нём.', ' отклонён'),
  archived: (subject) => toOwnCase(subject, 'Причина указана в нём.', ' снят с публикации'),
  published: (subject) => toCase(subject, 'Его видят врачи.', ' опубликован'),
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
export const templates: Record<NotificationKindName, (subject: NotificationSubject) => NotificationText> = {
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
  report: (subject) => ({
    title: `Сообщение о неточности: ${subject.record ? quotedRecord(subject) : 'страница портала'}`,
    more: '',
    url: inbox,
    action: 'Открыть обращения',
  }),
  'second-review': (subject) => ({
    title: `${quotedRecord(subject)} ждёт второго редактора`,
    more: '',
    url: subject.record ? recordAddress(subject.record.id) : '/profile/editors/',
    action: 'Проверить материал',
  }),
  'record-comment': (subject) => ({
    title: `${subject.details['reply'] ? 'Ответ на замечание' : 'Вас назвали в замечании'}: ${quotedRecord(subject)}`,
    more: subject.details['title'] ? `Поле «${subject.details['title']}».` : '',
    url: subject.record ? recordAddress(subject.record.id, subject.details['field']) : '/profile/editors/',
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
  'case-decision': (subject) =>
    (decisions[subject.details['decision'] ?? ''] ?? ((of) => toOwnCase(of, '', ': решение редакции')))(
      subject,
    ),
  'case-answer': (subject) => toCase(subject, 'Коллега ответил на ваш вопрос.', ': новый ответ'),
  'answer-helped': (subject) => toCase(subject, 'Автор отметил ответ, который помог.', ': ваш ответ помог'),
  'case-comment': (subject) =>
    toCase(subject, 'Коллега написал в обсуждении вашего случая.', ': новое сообщение'),
  'comment-reply': (subject) => toCase(subject, 'Коллега ответил на ваше сообщение.', ': вам ответили'),
  agreement: (subject) =>
    toCase(subject, `Согласны коллег: ${subject.details['count'] ?? 1}.`, ': с вашим сообщением согласились'),
  mention: (subject) => toCase(subject, 'Коллега назвал вас в обсуждении.', ': вас назвали'),
  'case-news': (subject) => {
    const [title, more] = caseNews[subject.details['news'] ?? ''] ?? ['есть новое', ''];
    return toCase(subject, more, `: ${title}`);
  },
  question: (subject) => toCase(subject, subject.details['about'] ?? '', ': вопрос коллеги к вам'),
  'case-published': (subject) => ({
    ...toCase(subject, subject.details['about'] ?? '', ''),
    title: `Новый случай болезни, за которой вы следите: № ${subject.caseId}`,
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
