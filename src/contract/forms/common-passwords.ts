import { onOtherLayout } from '#domain/keyboard.ts';

/**
 * Words of common passwords, also common with digits or signs around them or doubled. Keyboard walks (qwerty,
 * йцукен) need no list.
 */
const english =
  'password passw0rd passwort pass parol secret login admin administrator root user guest test letmein welcome ' +
  'hello monkey dragon master shadow sunshine princess football baseball superman batman trustno iloveyou love ' +
  'lovely angel michael jordan jennifer hunter soccer killer pepper ginger summer winter spring autumn monday ' +
  'computer internet google ' +
  'yandex samsung apple mobile iphone android windows linux microsoft facebook starwars pokemon naruto minecraft ' +
  'freedom whatever nothing forever family friend friends cookie chocolate cheese banana orange flower purple ' +
  'silver golden diamond money lucky happy changeme default temp temporary system server doctor medicine medical ' +
  'hospital clinic health patient orphan register registry site portal access enter private';
const russian =
  'parol privet lyubov lubov lublu ljubov natasha nastya masha dasha sasha pasha misha dima sergey andrey alexey ' +
  'aleksey aleksandr alexander vladimir dmitriy maksim maxim nikita ivan ivanov olga elena tatyana tatiana marina ' +
  'irina ekaterina katya anna anya yulia julia svetlana moskva moscow russia rossiya spartak zenit cska dinamo ' +
  'lokomotiv solnce solnyshko zaika kotenok malysh mama papa doktor vrach medicina bolnica klinika ' +
  'пароль привет любовь люблю солнышко солнце зайка котенок малыш мама папа наташа настя маша даша саша паша миша ' +
  'дима сергей андрей алексей александр владимир дмитрий максим никита иван иванов ольга елена татьяна марина ' +
  'ирина екатерина катя анна аня юля светлана москва россия спартак зенит доктор врач медицина больница клиника ' +
  'админ администратор вход сайт портал регистр секрет тест ялюблютебя';
const words = new Set(`${english} ${russian}`.split(' '));

/** Keyboard rows and alphabets, whose walks are weak passwords. */
const walks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю.',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()_+',
].flatMap((row) => [row, [...row].reverse().join('')]);

const readings: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** Whether attackers try the password first: a common word or a keyboard walk, with decoration. */
export const isCommonPassword = (password: string): boolean => spellings(password).some(isCommon);

/** The password and its reading on the other keyboard layout: «gfhjkm» is «пароль». */
export function spellings(password: string): string[] {
  const text = password.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
  const turned = onOtherLayout(text);
  return turned === undefined ? [text] : [text, turned.replaceAll('ё', 'е')];
}

function isCommon(text: string): boolean {
  if (new Set(text).size < 4 || countLetters(withoutWalks(text)) < 3) return true;
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const read = core.replace(/[013457@$]/g, (sign) => readings[sign] ?? sign);
  return [core, read, read.replaceAll('l', 'i')]
    .map(onceOf)
    .some((once) => once.length <= 3 || words.has(once));
}

const countLetters = (text: string) => text.replace(/[^\p{L}]/gu, '').length;

/** The repeated part of a text: `parol` in `parolparol`. */
export function onceOf(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const once = text.slice(0, size);
    if (text.length % size === 0 && once.repeat(text.length / size) === text) return once;
  }
  return text;
}

function withoutWalks(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    let length = 0;
    for (const walk of walks)
      for (
        let size = length + 1;
        at + size <= text.length && walk.includes(text.slice(at, at + size));
        size += 1
      )
        length = size;
    if (length >= 4) rest += ' ';
    else {
      length = 1;
      rest += text[at] ?? '';
    }
    at += length;
  }
  return rest;
}
