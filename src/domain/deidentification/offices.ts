import type { TextSpan } from './finding.ts';

const place =
  'район|город|област|кра[яюе]|республик|округ|посел|посёл|сел[ао]|станиц|аул|муниципал|администрац|регион|стран|дум|собрани|совет';
const of = `(?:\\s(?!${place})\\p{L}{3,20}){0,2}(?:\\s(?:${place})\\p{Ll}{0,12}){1,3}`;

/**
 * Unique offices and titles of a place, which identify a person. Ordinary medical posts («главный врач»,
 * «заведующий») do not.
 */
const offices: readonly string[] = [
  `(?:вице-)?(?:губернатор|мэр)(?:а|у|ом|е)?(?:${of})?`,
  `депутат(?:а|у|ом|е)?(?:${of})?`,
  `глав(?:а|ы|е|у|ой)${of}`,
  `(?:прокурор|судь|министр|сенатор)(?:а|у|ом|е|я|и|ю|ёй|ей)?${of}`,
  `начальник(?:а|у|ом|е)?(?:\\s\\p{Ll}{3,20}){0,1}\\s(?:колони|полици|гарнизон|таможн|тюрьм)\\p{Ll}{1,4}`,
  `(?:олимпийск\\p{Ll}{2,3}\\s)?чемпион(?:к(?:а|и|е|у|ой)|а|у|ом|е)?\\s(?:мира|[Ее]вропы|[Рр]оссии|СССР|[Аа]зии|[Оо]лимпийских\\sигр|(?:${place})\\p{Ll}{0,8})`,
  `олимпийск\\p{Ll}{2,3}\\sчемпион(?:к(?:а|и|е|у|ой)|а|у|ом|е)?`,
  `настоятел(?:ь|я|ю|ем|е|ьниц(?:а|ы|е|у|ей))(?:\\s\\p{Ll}{3,16}){0,1}\\s(?:храм|монастыр|собор|церкв|приход|мечет)\\p{Ll}{0,4}`,
  `(?:митрополит|архиепископ|епископ|муфти)(?:а|у|ом|й|я|ю|ем)?`,
  `(?:народн|заслуженн)\\p{Ll}{2,3}\\s(?:артист|художник|тренер|учител|мастер)\\p{Ll}{0,4}`,
  `солист(?:к(?:а|и|е|у|ой)|а|у|ом)?\\s(?:театр|филармони|групп|ансамбл|хор|балет|опер)\\p{Ll}{0,4}(?:\\s(?:оперы\\sи\\sбалета|оперы|балета))?`,
  `ректор(?:а|у|ом|е)?\\s(?:университет|институт|академи|вуз)\\p{Ll}{0,3}`,
  `космонавт(?:а|у|ом|е)?`,
];

/** «…, первый в области»: part of the office. */
const first =
  '(?:,?\\s(?:перв|единственн)\\p{Ll}{2,3}\\s(?:в|на)\\s(?:области|крае|районе|городе|республике|округе|селе|посёлке|поселке|регионе))?';

const patterns = offices.map((words) => new RegExp(`(?<![\\p{L}-])(?:${words})(?![\\p{L}-])${first}`, 'gu'));

/** Holders in the text; documents signed by such holders say nothing of a patient. */
const person =
  /(?<!\p{L})(?:пациент|больн|мать|матер|отец|отца|отцу|отцом|мам[аыу]|пап[аыу]|жен[аыоеу]|муж|супруг|сын|доч|брат|сестр|дед|бабушк|дяд|тёт|тет|родств|семь|проба?нд|работа|служи|занима|избран|является|женщин|мужчин)/iu;
const paper =
  /(?:распоряжени|постановлени|указ|приказ|грант|преми|стипенди|фонд|письм|обращени|запрос|жалоб|поручени|кубок|турнир|врач|доктор|профессор)\p{L}{0,4}\s(?:\p{L}{1,12}\s)?$/iu;

/** Offices and titles by which a sentence identifies a person. */
export function findOffices(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const expression of patterns)
    for (const match of text.matchAll(expression)) {
      const before = text.slice(Math.max(0, match.index - 60), match.index);
      const sentence = before.slice(
        Math.max(...['.', '!', '?', '\n'].map((end) => before.lastIndexOf(end))) + 1,
      );
      const end = match.index + match[0].length;
      const [after = ''] = text.slice(end, end + 40).split(/[.!?\n]/);
      if (paper.test(before) || !person.test(`${sentence} ${after}`)) continue;
      found.push({ kind: 'role', start: match.index, end });
    }
  return found;
}
