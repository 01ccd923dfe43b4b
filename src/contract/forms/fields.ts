import * as z from 'zod/mini';

/** Fields that several forms have. Every sentence is whole: it stands beside the field as it is. */

/** Signs that nobody types on purpose: they forge lines in letters and turn the direction of text; halves of pairs. */
const isPlain = (text: string) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(text);

/** The same of several lines. */
export const arePlain = (text: string) => isPlain(text.replace(/[\n\r\t]/g, ' '));

/** Signs without a width come along from pages and PDF; joiners of letters and of emoji stay. */
const withoutInvisible = () => z.overwrite<string>((text) => text.replace(/[\u00ad\u200b\u2060\ufeff]/g, ''));

/** Joiners alone are nothing to read. */
const isSeen = (text: string) => text === '' || /[^\p{Cf}\p{Z}\p{Cc}]/u.test(text);

/** One line of text that must be filled in; `empty` is the sentence when it is not. */
export const line = (empty: string, most = 200) =>
  z
    .string(empty)
    .check(
      z.normalize('NFC'),
      withoutInvisible(),
      z.trim(),
      z.minLength(1, empty),
      z.refine(isSeen, empty),
      z.maxLength(most, `Не длиннее ${most} знаков.`),
      z.refine(isPlain, 'Уберите непечатаемые знаки.'),
    );

/** A part of a person's name. */
export const personName = (empty: string) =>
  line(empty, 100).check(
    z.regex(/^[\p{L}\p{M}][\p{L}\p{M}' ’.-]*$/u, 'Только буквы, пробел, дефис и апостроф.'),
  );

/** Отчество; `-` says that there is none (ruling G34). */
export const secondName = line('Укажите отчество или отметьте, что его нет.', 100).check(
  z.regex(/^([-–—]|[\p{L}\p{M}][\p{L}\p{M}' ’.-]*)$/u, 'Только буквы, пробел, дефис и апостроф.'),
);

/** Several lines: paragraphs are kept. Browsers send each end of a line as two signs; it counts as one, as it was typed. */
export const paragraphs = (empty: string, most = 10_000) =>
  z.string(empty).check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.normalize('NFC'),
    withoutInvisible(),
    z.trim(),
    z.minLength(1, empty),
    z.refine(isSeen, empty),
    z.maxLength(most, `Не длиннее ${most} знаков.`),
    z.refine(arePlain, 'Уберите непечатаемые знаки.'),
  );

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const domain = new RegExp(`^(?:${label}\\.)*${label}$`, 'u');
const isLocal = (part: string) => /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/.test(part) && !/^\.|\.$|\.\./.test(part);

/** Whether a letter can be addressed so; domains may be Russian, what stands before the @ may not. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  return (
    at > 0 &&
    text.length <= 254 &&
    isLocal(text.slice(0, at)) &&
    domain.test(host) &&
    (host.includes('.') || host === 'localhost')
  );
}

const badEmail = 'Проверьте адрес почты: он выглядит как ivanov@example.ru, буквы до знака @ латинские.';
export const email = z
  .string('Укажите адрес электронной почты.')
  .check(
    z.trim(),
    z.minLength(1, 'Укажите адрес электронной почты.'),
    z.maxLength(254, badEmail),
    z.refine(isEmail, badEmail),
  );

/** A ticked box: forms send `on`, JSON sends true. */
export const isTicked = (value: unknown) => value === true || ['on', 'true', '1'].includes(String(value));

/** A box that must be ticked: browsers leave an empty one out, so nothing at all is a refusal too (ruling G47). */
export const mustTick = (message: string) =>
  z.union([z.boolean(), z.string()], message).check(z.refine(isTicked, message));

export const consent = mustTick('Без согласия на обработку персональных данных зарегистрироваться нельзя.');

/**
 * Required boxes that a payload may leave out: the confirmation of the registration asks for them then (ruling G71). An
 * explicit refusal is refused.
 */
export const ticks = {
  consent: z.optional(consent),
  specialist: z.optional(mustTick('Подтвердите, что вы специалист здравоохранения.')),
};

/** A box that may be ticked. */
export const mayTick = z.optional(z.union([z.boolean(), z.string()]));

/** The code of an item of a dictionary. */
export const choice = (empty: string) =>
  z.string(empty).check(z.trim(), z.minLength(1, empty), z.maxLength(60, 'Выберите значение из списка.'));

export const choices = (empty: string) =>
  z
    .array(z.string(empty).check(z.maxLength(60, 'Выберите значения из списка.')), empty)
    .check(z.minLength(1, empty), z.maxLength(50, 'Не больше 50 значений.'));
