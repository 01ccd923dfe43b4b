import type { NotePart } from './parts.ts';
import { gaps, type NoteWord } from './text.ts';

const relative =
  /^(?:мат(?:ь|ери|ерью)|мам(?:а|ы|е|у|ой|очк\p{L}*)|отец|отц(?:а|у|ом|е)|пап(?:а|ы|е|у|ой)|брат\p{L}{0,3}|братик\p{L}*|сестр\p{L}*|сестер|бабушк\p{L}*|бабк\p{L}|дедушк\p{L}*|дед(?:а|у|ом)?|дяд\p{L}{1,2}|тет(?:я|и|е|ю|ей|ка|ки|ке)|родител\p{L}*|кузен\p{L}*|племянни\p{L}*|сибс\p{L}*|прабабушк\p{L}*|прадед\p{L}*|родственни\p{L}*|муж(?:а|у)?|семье)$/u;
const patient =
  /^(?:реб[её]н(?:ок|ка|ку|ком)|сын(?:а|у|ом|очек|ишка)?|доч(?:ь|ка|ери|ки|ке|ерью)|девочк(?:а|и|е|ой|у)|мальчик(?:а|у|ом)?|пробанд\p{L}*|пациент(?:а|у|ка|ки|ке|ом)?|больн(?:ой|ого|ая)|внук(?:а|у)?|внучк(?:а|и|е)|внучек|младен(?:ец|ца)|новорожденн(?:ый|ого|ая|ой)|малыш\p{L}{0,2}|плод(?:а|у)?|сам|сама|самого|самой|младший|обеих|обоих|мой|моего|моей|моя)$/u;
export const isPatient = (word: string) => patient.test(word);
/** «У старшей дочери»: the patient is the younger one. */
const elder = /^старш(?:ая|ей|ий|его|ему|им|ую)$/;
/** «Со слов матери», «мама заметила»: reported by a relative about the child. */
const reportedBy = /^(?:слов|словам|слова|рассказу|мнению)$/;
const reports =
  /^(?:отмеча|замеча|замети|говор|жал|беспоко|счита|сообща|увер|боит|боял|обрати|обраща|рассказыв|видит|видел|наблюда|описыва|вспомина|предъявля|волну|принес|привел|указыва)/;

/** For each word, whether it is about relatives. */
export function relativesIn(
  tokens: readonly NoteWord[],
  parts: readonly NotePart[],
  isSign: (place: number) => boolean,
): boolean[] {
  const ofRelatives = tokens.map(() => false);
  let isRelative = false;
  for (const part of parts) {
    const { from, to, gap } = part;
    if (gap === gaps.sentence) isRelative = false;
    // «Наследственность по тугоухости отягощена»
    if (/ (?:наследственность|семейный анамнез|родословная) /.test(part.text)) isRelative = true;
    // «Сестра здорова, а у него …»
    else if (/^ а (?:у н[её]го|у не[её]|он|она) /.test(part.text)) isRelative = false;
    let turned: number | undefined;
    for (let place = from; place < to; place++) {
      if (isNamed(tokens, place)) {
        isRelative = true;
        turned = place;
      } else if (patient.test(tokens[place]!.text) && !isOfRelative(tokens, place)) isRelative = false;
      ofRelatives[place] = isRelative;
    }
    if (turned === undefined) continue;
    // «Аневризма аорты у отца»: the words before belong to the relative if none follow.
    const isBehind = tokens.slice(turned + 1, to).some((_, at) => isSign(turned + 1 + at));
    const isLike = tokens.slice(from, turned).some(({ text }) => /^(?:как|кроме|чем)$/.test(text));
    // «У двоюродного брата»: the adjective separates preposition and noun.
    const nextTo = tokens[turned - 1]?.text ?? '';
    const owner = /(?:[ое]го|[ое]й|[иы]х)$/.test(nextTo) ? tokens[turned - 2]?.text : nextTo;
    if (isBehind || isLike || !(owner === 'у' || turned === from + 1 || /^(?:и|по)$/.test(owner ?? '')))
      continue;
    const first = hasSign(from, turned, isSign) ? from : startOfDashed(from, parts, tokens);
    for (let place = first; place < turned; place++)
      if (!tokens.slice(first, place + 1).some(({ text }) => patient.test(text))) ofRelatives[place] = true;
  }
  return ofRelatives;
}

const hasSign = (from: number, to: number, isSign: (place: number) => boolean) => {
  for (let place = from; place < to; place++) if (isSign(place)) return true;
  return false;
};

/** «Кости хрупкие - у отца»: start of the words before the dash. */
function startOfDashed(from: number, parts: readonly NotePart[], tokens: readonly NoteWord[]): number {
  const before = parts.find(({ to }) => to === from);
  return before && /[-—–]/.test(tokens[from - 1]?.after ?? '') ? before.from : from;
}

function isNamed(tokens: readonly NoteWord[], place: number): boolean {
  const { text } = tokens[place]!;
  if (text === 'линии') return [tokens[place - 1], tokens[place - 2]].some((before) => before?.text === 'по');
  if (elder.test(tokens[place - 1]?.text ?? '') && patient.test(text)) return true;
  if (!relative.test(text)) return false;
  if (text === 'семье' && tokens[place - 1]?.text !== 'в') return false;
  if (reportedBy.test(tokens[place - 1]?.text ?? '') || tokens[place - 2]?.text === 'отличие') return false;
  return !tokens
    .slice(place + 1, place + 4)
    .some((next) => next.gap < gaps.clause && reports.test(next.text));
}

/** «У матери ребёнка», «брат мальчика». */
const isOfRelative = (tokens: readonly NoteWord[], place: number) =>
  relative.test(tokens[place - 1]?.text ?? '') &&
  tokens[place]!.gap === gaps.none &&
  /(?:а|ы|и|ого|ой)$/.test(tokens[place]!.text) &&
  tokens[place - 1]!.text !== 'семье';

/** «У мужа были судороги, у сына не замечали»: denials that refer to the relatives' signs before. */
export function elliptic(parts: readonly NotePart[], ofRelatives: readonly boolean[]): number[] {
  const denies = / (?:нет|не (?:было|замечали|отмеча\p{L}+|выявл\p{L}+|наблюда\p{L}+)) $/u;
  return [...parts.keys()].filter((number) => {
    const { from, to, text, gap } = parts[number]!;
    const isOfPatient = text.split(' ').some((word) => patient.test(word)) && !ofRelatives[to - 1];
    return number > 0 && gap < gaps.sentence && isOfPatient && denies.test(text) && ofRelatives[from - 1];
  });
}
