import { defineConfig } from 'oxlint';

/** Folders of src in the order of the README's table. */
const folders = [
  'domain',
  'styles',
  'contract',
  'server',
  'data',
  'publisher',
  'stores',
  'ui',
  'islands',
  'components',
  'layouts',
  'pages',
  'starter',
];

/** Who may import whom; a folder always reaches into itself, by relative paths. */
const layers: Record<string, string[]> = {
  domain: [],
  styles: [],
  contract: ['domain'],
  server: ['contract', 'domain'],
  data: ['contract', 'domain'],
  publisher: ['data', 'contract', 'domain'],
  stores: ['contract/client', 'contract/forms', 'domain'],
  ui: ['domain'],
  islands: ['ui', 'stores', 'contract/client', 'contract/forms', 'domain'],
  components: ['islands', 'ui', 'data', 'domain'],
  layouts: ['components', 'islands', 'ui', 'data', 'contract', 'domain', 'styles'],
  pages: ['layouts', 'components', 'islands', 'ui', 'data', 'contract', 'domain', 'styles'],
};

/**
 * Tiers of src/server, the lowest first. A folder uses all lower tiers, and of its own only what its row names; a row
 * names rows above it, so no folder reaches itself again. A folder that has no row may use base and request.
 */
const tiers: Record<string, string[]>[] = [
  // base: what knows nothing of requests
  { base: [], thread: [], database: ['base'] },
  // request: who asks, and what of the server a handler is given
  { request: [] },
  // subjects
  {
    audit: [],
    captcha: [],
    site: [],
    mail: ['site'],
    uploads: [],
    backup: ['audit', 'uploads'],
    catalogue: ['audit', 'site'],
    signs: ['catalogue'],
    notifications: ['catalogue', 'mail'],
    subscriptions: ['catalogue'],
    account: ['audit', 'captcha', 'catalogue', 'mail', 'notifications', 'site', 'subscriptions'],
    applications: ['account', 'audit', 'mail', 'notifications', 'uploads'],
    administration: ['account', 'applications', 'audit', 'mail', 'notifications', 'uploads'],
    cases: ['account', 'audit', 'catalogue', 'mail', 'notifications', 'signs', 'site', 'uploads'],
    profile: ['account', 'applications', 'audit', 'cases', 'mail', 'notifications', 'site', 'uploads'],
    entitlements: ['catalogue'],
    reads: ['catalogue', 'site'],
    links: ['audit', 'catalogue'],
    broadcasts: ['account', 'audit', 'mail', 'notifications', 'site'],
    reports: ['account', 'audit', 'mail', 'notifications'],
    search: ['cases', 'catalogue', 'site'],
    unsubscribe: ['account', 'catalogue', 'mail', 'notifications', 'site', 'subscriptions'],
    editors: ['account', 'audit', 'catalogue', 'notifications', 'search', 'site', 'uploads'],
    files: ['account', 'audit', 'catalogue', 'editors', 'uploads'],
    import: ['account', 'audit', 'catalogue', 'editors'],
    publication: ['account', 'audit', 'cases', 'catalogue', 'editors', 'notifications', 'site', 'uploads'],
    alerts: ['account', 'audit', 'backup', 'mail', 'notifications', 'publication'],
    desk: [
      'account',
      'alerts',
      'audit',
      'cases',
      'catalogue',
      'editors',
      'import',
      'mail',
      'notifications',
      'reads',
      'search',
      'site',
    ],
    today: ['cases', 'catalogue', 'desk', 'notifications', 'subscriptions'],
    digests: ['account', 'cases', 'catalogue', 'mail', 'notifications', 'subscriptions', 'today'],
  },
  // app: the whole
  { http: [], portal: ['http'], app: ['http', 'portal'] },
];

/** Folders whose code reaches a browser. */
const browser = ['stores', 'ui', 'islands'];

/** Folders that know no machine: neither files nor processes. */
const pure = ['domain', 'contract', ...browser];

/** Folders whose output must be the same whenever and wherever it is rendered. */
const rendered = ['domain', 'data', 'components', 'layouts', 'pages'];

type Pattern = { group?: string[]; regex?: string; message: string; allowTypeImports?: boolean };

const outside: Pattern = {
  regex: `^(\\.\\./)+(${folders.join('|')}|scripts|tests)(/|$)|^#.*\\.\\.`,
  message:
    'Across folders imports start at the root (#domain/plural.ts); src needs neither scripts nor tests.',
};

const machine: Pattern = { group: ['node:*', 'node:*/**'], message: 'This folder knows no machine.' };

/** zod/mini weighs 5.0 kB in a browser and zod 22.5; a kind's fields are far more than an island shows. */
const heavy = {
  paths: [{ name: 'zod', message: 'Browser code takes zod/mini.', allowTypeImports: true }],
  patterns: [
    {
      group: ['#domain/kinds', '#domain/kinds/**'],
      message: 'Browser code takes types of kinds only.',
      allowTypeImports: true,
    },
  ],
};

const content: Pattern = { group: ['astro:content'], message: 'Facts come through #data/catalogue.ts.' };

function restrictImports(folder: string, own: Pattern[] = []): ['error', object] {
  const allowed = layers[folder] ?? [];
  const isBrowser = browser.includes(folder);
  const patterns: Pattern[] = [
    outside,
    ...own,
    {
      regex: forbid(allowed),
      message: `src/${folder} may import: ${allowed.join(', ') || 'nothing of ours'}.`,
    },
  ];
  if (pure.includes(folder)) patterns.push(machine);
  if (rendered.includes(folder)) patterns.push(content);
  if (isBrowser) patterns.push(...heavy.patterns);
  return ['error', { paths: isBrowser ? heavy.paths : [], patterns }];
}

/** An expression for every path of ours outside these folders; with contract/client the rest of contract is outside. */
function forbid(allowed: string[]): string {
  const others = folders.filter((folder) => !allowed.some((path) => path.split('/')[0] === folder));
  const restOfContract = allowed.includes('contract/client') ? '|^#contract(/[^/]+)?$' : '';
  return `^#(${others.join('|')})(/|$)${restOfContract}`;
}

/** For every folder of src/server, and for those that have no row, what it may import there. */
function restrictTiers() {
  const names = tiers.flatMap((tier) => Object.keys(tier));
  const restrict = (files: string, allowed: string[]) => ({
    files: [files],
    rules: {
      'no-restricted-imports': restrictImports('server', [
        {
          regex: `^\\.\\.?/(\\.\\./)*((${names.filter((name) => !allowed.includes(name)).join('|')})/|main\\.ts$)`,
          message: `${files} may use: ${allowed.join(', ') || 'none of these folders'}.`,
        },
      ]),
    },
  });
  const below: string[] = [];
  const rows = tiers.flatMap((tier) => {
    const lower = [...below];
    return Object.entries(tier).map(([folder, used]) => {
      const late = used.find((name) => !below.includes(name));
      if (late) throw new Error(`src/server/${folder} uses ${late}, which stands below it in the table`);
      below.push(folder);
      return restrict(`src/server/${folder}/**`, [folder, ...lower, ...used]);
    });
  });
  return [restrict('src/server/**', ['base', 'thread', 'database', 'request']), ...rows];
}

/** What of the contract a browser imports: light values, and the types of everything. */
const contractForBrowser: Pattern[] = [
  outside,
  machine,
  ...heavy.patterns,
  {
    regex: '^(\\.\\./)+[^/]*$',
    message: 'contract/client and contract/forms take types only from the rest of the contract.',
    allowTypeImports: true,
  },
  { regex: forbid(['domain']), message: 'src/contract may import: domain.' },
];

/** The most lines of a function, comments and empty lines among them. */
const mostLines = 80;

/** Files with functions that are longer yet, and about how long: none grows, and no other file has one. */
const longFunctions: Record<string, number> = {
  'src/islands/editors/dictionaries/Menus.tsx': 90,
  'src/islands/editors/record/Control.tsx': 100,
  'src/islands/editors/record/Deeds.tsx': 150,
  'src/islands/editors/record/RecordScreen.tsx': 210,
  'src/islands/editors/record/RichTools.tsx': 100,
  'src/islands/editors/record/Sources.tsx': 110,
  'src/islands/form/useCallForm.ts': 120,
  'src/server/app/application.ts': 130,
  'src/server/cases/handlers.ts': 100,
  'src/server/editors/record-view.ts': 90,
  'src/server/http/mount.ts': 90,
  'src/server/import/formats/orphadata.ts': 130,
  'src/server/import/jobs.ts': 110,
  'src/stores/editing.ts': 290,
  'src/stores/search.ts': 110,
  'src/stores/signs.ts': 110,
  'src/ui/ComboInput.tsx': 110,
};

const lengthOf = (max: number): ['error', object] => [
  'error',
  { max, skipBlankLines: false, skipComments: false },
];

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'unicorn', 'oxc', 'vitest'],
  jsPlugins: ['./scripts/check/rules.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['node_modules', '.data', '.astro', 'dist', 'public'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'register/no-raw-sql': 'error',
    // Style sheets and polyfills are imported for what they do.
    'import/no-unassigned-import': 'off',
    // The new transform needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Helpers stand below what uses them, details last.
    'unicorn/consistent-function-scoping': 'off',
    'no-underscore-dangle': 'off',
    // Only messages between windows have an origin; ours go to worker threads.
    'unicorn/require-post-message-target-origin': 'off',
    // `as` stands where a border is crossed, and every crossing looks unsafe to this rule.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'import/no-named-as-default-member': 'off',
    // A list of one's own is sorted where it lies, and a string is taken apart by letters, on purpose.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'typescript/no-misused-spread': 'off',
    // Our objects are closures: their methods need no `this`. What is unknown may well be put into a message.
    'typescript/unbound-method': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/require-array-sort-compare': 'off',
    // Tests over data that is not always there take names and conditions from it.
    'vitest/no-conditional-tests': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-disabled-tests': 'off',
    'vitest/valid-title': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
  },
  overrides: [
    ...Object.keys(layers).map((folder) => ({
      files: [`src/${folder}/**`],
      rules: { 'no-restricted-imports': restrictImports(folder) },
    })),
    ...restrictTiers(),
    { files: ['src/server/main.ts'], rules: { 'no-restricted-imports': restrictImports('server') } },
    {
      files: ['src/contract/client/**', 'src/contract/forms/**'],
      rules: { 'no-restricted-imports': ['error', { paths: heavy.paths, patterns: contractForBrowser }] },
    },
    { files: rendered.map((folder) => `src/${folder}/**`), rules: { 'register/no-clock': 'error' } },
    { files: ['tests/e2e/**'], rules: { 'register/seen-text': 'error' } },
    { files: pure.map((folder) => `src/${folder}/**`), rules: { 'register/no-bare-import': 'error' } },
    // What is in them is loaded by importOrReload.
    {
      files: ['src/islands/registry.ts', 'src/islands/loader.ts'],
      rules: { 'register/no-bare-import': 'off' },
    },
    {
      files: ['domain', 'ui', 'components', 'layouts', 'pages'].map((folder) => `src/${folder}/**`),
      rules: { 'register/no-fetch': 'error' },
    },
    {
      files: ['src/**', 'scripts/**'],
      rules: { 'max-lines-per-function': lengthOf(mostLines) },
    },
    ...Object.entries(longFunctions).map(([file, lines]) => ({
      files: [file],
      rules: { 'max-lines-per-function': lengthOf(lines) },
    })),
    // A test goes through the doors of several folders: the store, the real API, a real database.
    {
      files: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**', 'scripts/**'],
      rules: {
        'no-restricted-imports': 'off',
        'register/no-bare-import': 'off',
        'register/no-clock': 'off',
        'register/no-fetch': 'off',
        'no-shadow': 'off',
      },
    },
    // A group of tests is as long as its tests.
    { files: ['**/*.test.ts', '**/*.test.tsx'], rules: { 'max-lines-per-function': 'off' } },
  ],
});
