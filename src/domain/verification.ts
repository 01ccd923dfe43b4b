/** How a doctor shows that they are one (ruling G45). */
export const verificationWays = { email: 'Рабочая почта', document: 'Документ' } as const;
export type VerificationWay = keyof typeof verificationWays;

/** Days within which editors promise to decide. */
export const verificationDays = 5;

/** Mail that anybody can have: an address there says nothing of a place of work. */
const openMail = new Set(
  (
    'mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru vk.com yandex.ru yandex.com ya.ru narod.ru rambler.ru ' +
    'lenta.ru ro.ru autorambler.ru myrambler.ru gmail.com googlemail.com outlook.com hotmail.com live.com msn.com ' +
    'yahoo.com icloud.com me.com mac.com proton.me protonmail.com gmx.com gmx.de ukr.net tut.by aol.com'
  ).split(' '),
);

/** Whether an address may belong to a place of work. */
export const mayBeWorkEmail = (address: string) =>
  !openMail.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
