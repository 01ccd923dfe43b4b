/** Ways of verifying a doctor (ruling G45). */
const verificationWays = { email: 'Рабочая почта', document: 'Документ' } as const;
export type VerificationWay = keyof typeof verificationWays;

/** Promised days for a decision. */
export const verificationDays = 5;

/** Public mail providers, which prove no workplace. */
const openMail = new Set(
  (
    'mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru vk.com yandex.ru yandex.com ya.ru narod.ru rambler.ru ' +
    'lenta.ru ro.ru autorambler.ru myrambler.ru gmail.com googlemail.com outlook.com hotmail.com live.com msn.com ' +
    'yahoo.com icloud.com me.com mac.com proton.me protonmail.com gmx.com gmx.de ukr.net tut.by aol.com'
  ).split(' '),
);

/** Whether an address may belong to a workplace. */
export const mayBeWorkEmail = (address: string) =>
  !openMail.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
