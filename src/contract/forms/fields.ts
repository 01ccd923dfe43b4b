import * as z from 'zod/mini';
import { badEmail, isEmail } from '#domain/email.ts';
import { plainLine, plainText } from '#domain/plain-text.ts';

/** Fields of several forms. Error messages are whole sentences, shown beside the field. */

/**
 * No control characters, lone surrogates or direction overrides: they forge lines in letters and reverse
 * text.
 */
const isPlain = (text: string) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(text);

export const arePlain = (text: string) => isPlain(text.replace(/[\n\r\t]/g, ' '));

/** Rejects text of joiners only. */
const isSeen = (text: string) => text === '' || /[^\p{Cf}\p{Z}\p{Cc}]/u.test(text);

/** A required line of text; `empty` is the error message. */
export const line = (empty: string, maxLength = 200) =>
  z
    .string(empty)
    .check(
      z.trim(),
      z.refine(isPlain, 'Уберите непечатаемые знаки.'),
      z.overwrite<string>(plainLine),
      z.minLength(1, empty),
      z.refine(isSeen, empty),
      z.maxLength(maxLength, `Не длиннее ${maxLength} знаков.`),
    );

export const personName = (empty: string) =>
  line(empty, 100).check(
    z.regex(/^[\p{L}\p{M}][\p{L}\p{M}' ’.-]*$/u, 'Только буквы, пробел, дефис и апостроф.'),
  );

/** Patronymic; `-` means that there is none (ruling G34). */
export const secondName = line('Укажите отчество или отметьте, что его нет.', 100).check(
  z.regex(/^([-–—]|[\p{L}\p{M}][\p{L}\p{M}' ’.-]*)$/u, 'Только буквы, пробел, дефис и апостроф.'),
);

/** Several lines; paragraphs are kept. Browsers send CRLF, which counts as one character. */
export const paragraphs = (empty: string, maxLength = 10_000) =>
  z
    .string(empty)
    .check(
      z.refine(arePlain, 'Уберите непечатаемые знаки.'),
      z.overwrite<string>(plainText),
      z.trim(),
      z.minLength(1, empty),
      z.refine(isSeen, empty),
      z.maxLength(maxLength, `Не длиннее ${maxLength} знаков.`),
    );

export const optionalText = (maxLength: number, tooLong: string) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxLength, tooLong)));

export const orEmpty = <Field extends z.ZodMiniType>(field: Field) =>
  z.optional(z.union([z.literal(''), field]));

export const optionalEmail = (wrong: string, error = wrong) =>
  optionalText(254, wrong).check(z.refine((text) => !text || isEmail(text), error));

/** A required file of so many whole megabytes at most. */
export const limitedFile = (maxBytes: number) =>
  z
    .file('Выберите файл.')
    .check(
      z.minSize(1, 'Файл пустой.'),
      z.maxSize(maxBytes, `Файл больше ${maxBytes / 2 ** 20} мб.: выберите поменьше.`),
    );

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

/** A required box: browsers omit an empty one, so a missing value is an error too (ruling G47). */
const mustTick = (message: string) =>
  z.union([z.boolean(), z.string()], message).check(z.refine(isTicked, message));

export const consent = mustTick('Без согласия на обработку персональных данных зарегистрироваться нельзя.');

/**
 * Required boxes that the registration may omit: confirmation asks for them then (ruling G71). An explicit
 * refusal is an error.
 */
export const ticks = {
  consent: z.optional(consent),
  specialist: z.optional(mustTick('Подтвердите, что вы специалист здравоохранения.')),
};

export const mayTick = z.optional(z.union([z.boolean(), z.string()]));

export const choice = (empty: string) =>
  z.string(empty).check(z.trim(), z.minLength(1, empty), z.maxLength(60, 'Выберите значение из списка.'));

export const choices = (empty: string) =>
  z
    .array(z.string(empty).check(z.maxLength(60, 'Выберите значения из списка.')), empty)
    .check(z.minLength(1, empty), z.maxLength(50, 'Не больше 50 значений.'));
