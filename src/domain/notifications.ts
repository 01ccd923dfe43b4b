import type { Frequency } from './subscriptions.ts';

interface NotificationKind {
  title: string;
  for: 'everybody' | 'doctor' | 'editor';
  usual: Frequency;
  note?: string;
  /** About account security: sent at once, without a switch. */
  isAlways?: true;
}

/** Limit of letters about new devices. */
export const maxDeviceLettersPerDay = 3;

/** Kinds of notifications by bell and letter; each has one switch and templates on the server. */
const notificationKinds = {
  'case-waiting': { title: 'Клинический случай ждёт проверки', for: 'editor', usual: 'now' },
  application: { title: 'Новая заявка', for: 'editor', usual: 'now' },
  verification: { title: 'Врач просит подтверждения', for: 'editor', usual: 'now' },
  report: { title: 'Сообщение о неточности', for: 'editor', usual: 'daily' },
  'second-review': { title: 'Материал ждёт второго редактора', for: 'editor', usual: 'now' },
  'publication-failed': { title: 'Сайт не обновился', for: 'editor', usual: 'now' },
  'review-overdue': { title: 'Материалы пора пересмотреть', for: 'editor', usual: 'weekly' },
  'record-comment': { title: 'Замечание к материалу, в котором меня назвали', for: 'editor', usual: 'now' },
  'case-decision': { title: 'Решение редакции о моём случае', for: 'doctor', usual: 'now' },
  'case-answer': { title: 'Ответ коллеги на мой вопрос', for: 'doctor', usual: 'now' },
  'answer-helped': { title: 'Мой ответ помог', for: 'doctor', usual: 'now' },
  'case-comment': { title: 'Обсуждение моего случая', for: 'doctor', usual: 'now' },
  'comment-reply': { title: 'Ответ на моё сообщение в обсуждении', for: 'doctor', usual: 'now' },
  agreement: { title: 'С моим сообщением согласились', for: 'doctor', usual: 'daily' },
  mention: { title: 'Меня назвали в обсуждении', for: 'doctor', usual: 'now' },
  'case-news': { title: 'Новое в случае, за которым слежу', for: 'doctor', usual: 'now' },
  question: {
    title: 'Вопрос коллеги, на который я могу ответить',
    for: 'doctor',
    usual: 'now',
  },
  'case-published': {
    title: 'Новый случай болезни, за которой слежу',
    for: 'doctor',
    usual: 'weekly',
  },
  'application-decision': { title: 'Решение по моей заявке', for: 'everybody', usual: 'now' },
  'new-device': {
    title: 'Вход с нового устройства',
    for: 'everybody',
    usual: 'now',
    note: `Всегда сразу, но не больше ${maxDeviceLettersPerDay} писем в день: остальные входы видны в уведомлениях.`,
    isAlways: true,
  },
  'wrong-passwords': { title: 'Много неверных паролей', for: 'everybody', usual: 'now', isAlways: true },
  'address-change': { title: 'Смена адреса почты', for: 'everybody', usual: 'now', isAlways: true },
  role: { title: 'Изменение роли', for: 'everybody', usual: 'now', isAlways: true },
} as const satisfies Record<string, NotificationKind>;

export type NotificationKindName = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as [
  NotificationKindName,
  ...NotificationKindName[],
];

export const notificationKind = (name: NotificationKindName): NotificationKind => notificationKinds[name];
