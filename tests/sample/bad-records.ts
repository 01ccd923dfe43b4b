/**
 * Valid but extreme records: markup, long words, no optional fields, foreign scripts, the year 1900, five
 * hundred links.
 */

const markup = `<img src=x onerror="document.title='xss'"><script>document.title='xss'</script></h1> & "кавычки" 'и'`;
/** Names are refused with tags: these break out of attributes, and are tags once entities are decoded. */
const nameMarkup = `" onfocus="document.title='xss'" autofocus &lt;img src=x onerror=document.title='xss'&gt; < script> & "кавычки" 'и'`;
const foreign = 'مرض نادر جدا \u202Eотражение\u202C Z̵̡̛͕̞͙̈́̎͋̿͘ȁ̷̡̨̛̭͎̯̖̈͌l̴̨̛̫͓̹̓͊͠g̸̖̭̈́̑o̷̝͂ с комбинируемыми знаками';
const endless = (length: number) => 'Щ'.repeat(length);

/** Titles by type; the longest possible word has no space. */
const titles: Record<string, (limit: number) => string> = {
  markup: () => nameMarkup,
  foreign: () => foreign,
  endless: endless,
};

interface Line {
  kind: string;
  external: string;
  data: Record<string, unknown>;
  sources: object[];
}

/** Required fields of each kind; `limit` is the maximum title length. */
const least: Record<string, { limit: number; fields: (name: string) => Record<string, unknown> }> = {
  disease: { limit: 300, fields: () => ({ title_status: 'unsure' }) },
  drug: { limit: 300, fields: () => ({}) },
  research: {
    limit: 1000,
    fields: () => ({
      phase: 'none',
      study_type: 'observational',
      status: 'unknown',
      status_checked_at: '1900-01-01',
    }),
  },
  clinic: { limit: 500, fields: () => ({}) },
  event: { limit: 500, fields: () => ({ format: 'online', starts_at: '1900-01-01T00:00' }) },
  news: { limit: 500, fields: (name) => ({ key: `bad-${name}`, date: '1900-01-01' }) },
  page: {
    limit: 300,
    fields: (name) => ({ code: `bad-${name}`, body: name === 'markup' ? markup : foreign }),
  },
  project: { limit: 500, fields: () => ({ status: 'planned' }) },
  diagnostic: { limit: 500, fields: () => ({}) },
  guideline: {
    limit: 500,
    fields: (name) => ({ number: `bad-${name}`, year: 2000, link: `https://example.org/${name}` }),
  },
  entitlement: {
    limit: 500,
    fields: (name) => ({
      key: `bad-${name}`,
      programme: 'regional',
      payer: markup,
      gives: name === 'markup' ? markup : foreign,
      act: { title: markup },
    }),
  },
  resource: {
    limit: 500,
    fields: (name) => ({ link: `https://example.org/${name}`, type: 'law', language: 'ru' }),
  },
};
export const badKinds = Object.keys(least);

/** External id of the disease with five hundred linked resources. */
const crowded = 'BAD:disease-markup';

export function badRecords(): Line[] {
  const plain = badKinds.flatMap((kind) => {
    const { limit, fields } = least[kind] ?? { limit: 0, fields: () => ({}) };
    return Object.entries(titles).map(([name, title]) => ({
      kind,
      external: `BAD:${kind}-${name}`,
      data: { title: title(limit), ...fields(name) },
      sources: [],
    }));
  });
  const rich: Line = {
    kind: 'research',
    external: 'BAD:research-rich',
    data: {
      title: nameMarkup,
      official_title_en: endless(3000),
      ...least['research']?.fields('rich'),
      started_at: '1900',
      completed_at: '1900-12-31',
      sites: Array.from({ length: 500 }, (_, index) => ({
        facility: `${markup} ${index}`,
        city: foreign,
        country: 'Russian Federation',
      })),
      criteria_in: [markup, foreign, endless(500)],
      contact: { name: markup, phone: markup.slice(0, 60) },
    },
    sources: [{ title: markup, publisher: foreign, date: '1900-01-01', fields: ['title'] }],
  };
  const resources = Array.from({ length: 500 }, (_, index) => ({
    kind: 'resource',
    external: `BAD:crowd-${index}`,
    data: {
      title: `Ссылка ${index}`,
      link: `https://example.org/crowd/${index}`,
      type: 'database',
      language: 'ru',
      diseases: [crowded],
    },
    sources: [],
  }));
  const diseases = Array.from({ length: 500 }, (_, index) => ({
    kind: 'disease',
    external: `BAD:crowd-disease-${index}`,
    data: { title: `Болезнь толпы ${index}`, title_status: 'unsure' },
    sources: [],
  }));
  const linked = badKinds
    .filter((kind) => linkingKinds.has(kind))
    .map((kind) => ({
      kind,
      external: `BAD:${kind}-linked`,
      data: {
        title: `Пятьсот ссылок: ${kind}`,
        ...least[kind]?.fields('linked'),
        diseases: diseases.map(({ external }) => external),
      },
      sources: [],
    }));
  return [...plain, rich, ...diseases, ...linked, ...resources, ...manyNews];
}

/** Kinds that link to diseases. */
const linkingKinds = new Set([
  'drug',
  'research',
  'clinic',
  'event',
  'news',
  'project',
  'diagnostic',
  'guideline',
  'entitlement',
  'resource',
]);

/** More news than the home page shows. */
const manyNews: Line[] = Array.from({ length: 9 }, (_, index) => ({
  kind: 'news',
  external: `BAD:crowd-news-${index}`,
  data: { title: `Новость ${index}`, key: `crowd-${index}`, date: `2026-01-${10 + index}` },
  sources: [],
}));

/** Titles over the limit, one a kind, to be rejected. */
export const tooLong: Line[] = badKinds.map((kind) => ({
  kind,
  external: `BAD:${kind}-too-long`,
  data: { title: endless(3000), ...least[kind]?.fields('too-long') },
  sources: [],
}));
