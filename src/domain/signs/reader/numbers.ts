/**
 * Laboratory and vital values → signs. Every rule names the source of its bounds; between a pathological
 * bound and the normal range of all ages nothing is concluded, because laboratories and ages differ.
 */
interface Rule {
  /** Quantity, in lower case with «е» for «ё». */
  name: string;
  /** Required unit after the value. */
  unit?: string;
  /** Present below this bound. */
  low?: readonly [bound: number, hpo: string];
  /** Present from this bound. */
  high?: readonly [bound: number, hpo: string];
  /** Both absent within this range; the first of two signs is reported. */
  normal?: readonly [from: number, to: number];
  /** Values from here are in another unit and are divided. */
  scale?: readonly [from: number, by: number];
  source: keyof typeof boundSources;
}

/** Opened on 2026-11-22; HPO by its release. */
const boundSources = {
  hpo: 'HPO 2024-08-13, definition of the term',
  general:
    'Oxford Handbook of General Practice, 2nd ed., reference intervals: http://ueu.co/ovid-oxford-handbook-of-general-practice-32/',
  everyday:
    'Oxford index, everyday tests: http://oxfordindex.oup.com/view/10.1093/oi/authority.20110803095506792',
  acute:
    'Oxford Handbook of Acute Medicine, 2nd ed., reference intervals: http://ueu.co/ovid-oxford-handbook-of-acute-medicine-311/',
  blood: 'MediCalc, нормы клинико-лабораторных показателей: https://medicalc.pro/handbook',
  weight:
    'WHO, Nutrition Landscape Information System: https://apps.who.int/nutrition/landscape/help.aspx?menu=0&helpid=391&lang=EN',
  oxygen: 'https://vin-svay.com/73/chto-takoe-nizkaya-saturaciya-u-cheloveka.html',
  homocysteine: 'Lab4U: https://lab4u.ru/articles/gomotsistein-v-syvorotke-krovi/',
  qt: 'Heart 2007;93:1093: https://pmc.ncbi.nlm.nih.gov/articles/PMC1955023',
  ejection:
    'LVEF of 35 % and less is severely reduced: https://pmc.ncbi.nlm.nih.gov/articles/mid/NIHMS993385',
  breath: 'https://nashkinder.ru/novorozhdennyj-chasto-dyshit/',
  msd: 'MSD Manual, Blood Tests: https://www.msdmanuals.com/en-nz/home/multimedia/table/blood-tests',
} as const;

const sd = 'sds?|со|сигм\\p{L}*|σ';

const rules: readonly Rule[] = [
  { name: 'альбумин\\p{L}*', low: [30, 'HP:0003073'], normal: [35, 47], source: 'general' },
  { name: 'рост(?:а)?|длина(?: тела)?', unit: sd, low: [-4, 'HP:0003510'], source: 'hpo' },
  {
    name: 'рост(?:а)?|длина(?: тела)?',
    unit: sd,
    low: [-2, 'HP:0004322'],
    high: [2.01, 'HP:0000098'],
    normal: [-2, 2],
    source: 'hpo',
  },
  {
    name: 'ог|окружность головы',
    unit: sd,
    low: [-2, 'HP:0000252'],
    high: [2, 'HP:0000256'],
    normal: [-2, 1.8],
    source: 'hpo',
  },
  { name: 'масса(?: тела)?|вес(?:а)?', unit: sd, low: [-2, 'HP:0004325'], normal: [-2, 2], source: 'weight' },
  { name: 'spo2|сатураци\\p{L}+|sao2', low: [90, 'HP:0012418'], normal: [95, 100], source: 'oxygen' },
  { name: 'гомоцистеин\\p{L}*', high: [21, 'HP:0002160'], source: 'homocysteine' },
  { name: 'qtc|qt', high: [460, 'HP:0005184'], source: 'qt' },
  { name: 'фв(?: лж)?|фракци\\p{L}+ выброса(?: лж)?', low: [36, 'HP:0012664'], source: 'ejection' },
  { name: 'чдд|чд', high: [60.5, 'HP:0002789'], source: 'breath' },
  { name: 'iq|айкью|коэффициент интеллекта', low: [20, 'HP:0002187'], source: 'hpo' },
  { name: 'iq|айкью|коэффициент интеллекта', low: [35, 'HP:0010864'], source: 'hpo' },
  { name: 'iq|айкью|коэффициент интеллекта', low: [50, 'HP:0002342'], source: 'hpo' },
  { name: 'iq|айкью|коэффициент интеллекта', low: [70, 'HP:0001256'], normal: [85, 160], source: 'hpo' },
  { name: 'миопи\\p{L}+|близорукост\\p{L}+', low: [-6, 'HP:0011003'], source: 'hpo' },
  {
    name: 'тромбоцит\\p{L}*|тр|plt',
    low: [150, 'HP:0001873'],
    high: [550, 'HP:0001894'],
    normal: [180, 400],
    scale: [5000, 1000],
    source: 'blood',
  },
  { name: 'гемоглобин\\p{L}*|hb|hgb|нв', low: [110, 'HP:0001903'], normal: [120, 170], source: 'blood' },
  {
    name: 'лейкоцит\\p{L}*|wbc',
    low: [4, 'HP:0001882'],
    high: [25, 'HP:0001974'],
    normal: [6, 8.8],
    scale: [500, 1000],
    source: 'blood',
  },
  { name: 'лимфоцит\\p{L}*', low: [1.2, 'HP:0001888'], scale: [200, 1000], source: 'blood' },
  { name: 'нейтрофил\\p{L}*|ачн|анк', low: [1.5, 'HP:0001875'], scale: [100, 1000], source: 'blood' },
  { name: 'эозинофил\\p{L}*', unit: '%', high: [8, 'HP:0001880'], source: 'blood' },
  {
    name: 'кфк|креатинкиназ\\p{L}+|креатинфосфокиназ\\p{L}+|кк',
    high: [250, 'HP:0003236'],
    normal: [20, 170],
    source: 'general',
  },
  {
    name: 'натри\\p{L}+|na',
    low: [135, 'HP:0002902'],
    high: [146, 'HP:0003228'],
    normal: [135, 145],
    source: 'general',
  },
  {
    name: 'кали\\p{L}+|k',
    low: [3.5, 'HP:0002900'],
    high: [5.6, 'HP:0002153'],
    normal: [3.5, 5],
    source: 'general',
  },
  {
    name: 'кальци\\p{L}+|ca',
    low: [2.1, 'HP:0002901'],
    high: [2.66, 'HP:0003072'],
    normal: [2.2, 2.55],
    source: 'general',
  },
  {
    name: 'магни\\p{L}+|mg',
    low: [0.7, 'HP:0002917'],
    high: [1.2, 'HP:0002918'],
    normal: [0.75, 1.05],
    source: 'everyday',
  },
  {
    name: 'фосфор\\p{L}*|фосфат\\p{L}*',
    low: [0.8, 'HP:0002148'],
    high: [2.3, 'HP:0002905'],
    source: 'everyday',
  },
  { name: 'щф|щелочн\\p{L}+ фосфатаз\\p{L}+', high: [500, 'HP:0003155'], source: 'general' },
  { name: 'алт|алат|alt', high: [60, 'HP:0031964'], normal: [3, 35], source: 'general' },
  { name: 'аст|асат|ast', high: [80, 'HP:0031956'], normal: [3, 35], source: 'general' },
  { name: 'ггт|ггтп|гамма гт', high: [60, 'HP:0030948'], normal: [3, 29], source: 'general' },
  { name: 'билирубин\\p{L}*', high: [21, 'HP:0002904'], normal: [3, 17], source: 'everyday' },
  {
    name: 'глюкоз\\p{L}+|сахар(?:а)?',
    low: [2.8, 'HP:0001943'],
    high: [11.1, 'HP:0003074'],
    normal: [4, 5.5],
    source: 'general',
  },
  { name: 'креатинин\\p{L}*', high: [130, 'HP:0003259'], normal: [20, 60], source: 'acute' },
  { name: 'мочев\\p{L}+ кислот\\p{L}+|ураты|мк', high: [480, 'HP:0002149'], source: 'everyday' },
  { name: 'холестерин\\p{L}*|охс', high: [7.8, 'HP:0003124'], normal: [3, 5.2], source: 'everyday' },
  { name: 'триглицерид\\p{L}*|тг', high: [2.2, 'HP:0002155'], normal: [0.3, 1.7], source: 'general' },
  { name: 'ферритин\\p{L}*', low: [10, 'HP:0012343'], high: [200, 'HP:0003281'], source: 'acute' },
  { name: 'аммиак\\p{L}*|аммони\\p{L}+', high: [100, 'HP:0001987'], normal: [5, 40], source: 'everyday' },
  {
    name: 'лактат\\p{L}*|молочн\\p{L}+ кислот\\p{L}+',
    high: [2.3, 'HP:0002151'],
    normal: [0.5, 2],
    source: 'everyday',
  },
  { name: 'ттг|tsh', high: [10, 'HP:0002925'], normal: [0.5, 4], source: 'general' },
  { name: 'церулоплазмин\\p{L}*', low: [0.15, 'HP:0010837'], normal: [0.2, 0.5], source: 'msd' },
  { name: 'mcv', low: [70, 'HP:0025066'], high: [105, 'HP:0005518'], source: 'general' },
  { name: 'срб|с реактивн\\p{L}+ белок|crp', high: [11, 'HP:0011227'], normal: [0, 5], source: 'acute' },
  { name: 'лдг|ldh', high: [500, 'HP:0025435'], source: 'acute' },
];

interface Figure {
  id: string;
  state: 'present' | 'absent';
  from: number;
  to: number;
}

const number = '([<>≤≥~]?\\s*[-−–]?\\s?\\d{1,6}(?:[.,]\\d+)?)';
const gapPattern = '[^,.;:!?\\n\\d]{0,24}?[:=\\s]*?';

const compiled = rules.map((rule) => ({
  ...rule,
  pattern: new RegExp(
    `(?<![\\p{L}\\d])(?:${rule.name})(?!\\p{L})${gapPattern}${number}${rule.unit ? `(?:\\s*(?:[-−–…]|\\.{2,3})\\s*[-−–]?\\d+(?:[.,]\\d+)?)?\\s*(?:${rule.unit})` : '(?![\\d.,]*\\d)'}`,
    'gu',
  ),
}));

/** Signs from values; the first matching rule for a quantity wins. */
export function figuresIn(note: string): Figure[] {
  const text = note.toLowerCase().replaceAll('ё', 'е');
  const found: Figure[] = [];
  for (const { pattern, name, low, high, normal, scale } of compiled)
    for (const match of text.matchAll(pattern)) {
      const from = match.index;
      const to = from + match[0].length;
      if (found.some((one) => one.from < to && from < one.to)) continue;
      let value = Number(
        match[1]!
          .replace(/[<>≤≥~\s]/g, '')
          .replace(/[−–]/, '-')
          .replace(',', '.'),
      );
      if (Number.isNaN(value)) continue;
      if (name.startsWith('гемоглобин') && value < 25) value *= 10;
      if (scale && value >= scale[0]) value /= scale[1];
      const add = (id: string, state: Figure['state']) => found.push({ id, state, from, to });
      if (low && value < low[0]) add(low[1], 'present');
      else if (high && value >= high[0]) add(high[1], 'present');
      else if (normal && value >= normal[0] && value <= normal[1]) {
        const sign = low ?? high;
        if (sign) add(sign[1], 'absent');
      }
    }
  return found;
}
