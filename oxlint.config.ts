import { defineConfig } from 'oxlint';

/** Folders of src in the order of CONTRIBUTING.md. */
const folders = [
  'domain',
  'styles',
  'storage',
  'contract',
  'server',
  'data',
  'publisher',
  'stores',
  'ui',
  'browser',
  'app',
  'components',
  'layouts',
  'pages',
  'starter',
];

/** Allowed imports; within a folder imports are relative. */
const layers: Record<string, string[]> = {
  domain: [],
  styles: [],
  storage: [],
  contract: ['domain'],
  server: ['contract', 'storage', 'domain'],
  data: ['contract', 'domain'],
  publisher: ['data', 'contract', 'storage', 'domain'],
  stores: ['contract/client', 'contract/forms', 'domain'],
  ui: ['domain'],
  browser: ['ui', 'stores', 'contract/client', 'contract/forms', 'domain'],
  app: ['browser', 'ui', 'stores', 'contract/client', 'contract/forms', 'domain'],
  components: ['app', 'browser', 'ui', 'data', 'domain'],
  layouts: ['components', 'app', 'browser', 'ui', 'data', 'contract', 'domain', 'styles'],
  pages: ['layouts', 'components', 'app', 'browser', 'ui', 'data', 'contract', 'domain', 'styles'],
};

/**
 * Tiers of src/server, lowest first. A folder uses all lower tiers, and of its own only the folders in its
 * row; rows refer upwards, which prevents cycles. Folders without a row may use base and request.
 */
const tiers: Record<string, string[]>[] = [
  // base: independent of requests
  { base: [], thread: ['base'], database: ['base'] },
  // request: the actor, and dependencies of handlers
  { request: [] },
  // subjects
  {
    audit: [],
    captcha: [],
    site: [],
    mail: ['site'],
    uploads: [],
    backup: ['audit', 'uploads'],
    catalogue: ['audit', 'site', 'uploads'],
    signs: ['catalogue'],
    notifications: ['catalogue', 'mail'],
    subscriptions: ['catalogue', 'notifications'],
    account: ['audit', 'captcha', 'catalogue', 'mail', 'notifications', 'site', 'subscriptions', 'uploads'],
    applications: ['account', 'audit', 'catalogue', 'mail', 'notifications', 'uploads'],
    administration: ['account', 'applications', 'audit', 'mail', 'notifications', 'uploads'],
    cases: ['account', 'audit', 'catalogue', 'mail', 'notifications', 'signs', 'site', 'uploads'],
    profile: [
      'account',
      'applications',
      'audit',
      'cases',
      'catalogue',
      'mail',
      'notifications',
      'site',
      'uploads',
    ],
    entitlements: ['catalogue'],
    reads: ['catalogue', 'site'],
    broadcasts: ['account', 'audit', 'mail', 'notifications', 'site'],
    reports: ['account', 'audit', 'catalogue', 'mail', 'notifications'],
    search: ['cases', 'catalogue', 'site'],
    codes: ['catalogue', 'site'],
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
    doctor: ['audit', 'backup', 'mail', 'publication', 'uploads'],
    digests: ['account', 'cases', 'catalogue', 'mail', 'notifications', 'subscriptions', 'today'],
  },
  // app: everything
  {
    http: [],
    portal: ['http'],
    fhir: ['http'],
    mcp: ['http'],
    metrics: [],
    app: ['fhir', 'http', 'mcp', 'metrics', 'portal'],
  },
];

/** Folders with browser code. */
const browser = ['stores', 'ui', 'browser', 'app'];

/** Folders without files and processes. */
const pure = ['domain', 'contract', ...browser];

/** Folders with deterministic output. */
const rendered = ['domain', 'data', 'components', 'layouts', 'pages'];

type Pattern = { group?: string[]; regex?: string; message: string; allowTypeImports?: boolean };

const outside: Pattern = {
  regex: `^(\\.\\./)+(${folders.join('|')}|scripts|tests)(/|$)|^#.*\\.\\.`,
  message:
    'Across folders imports start at the root (#domain/plural.ts); src needs neither scripts nor tests.',
};

const machine: Pattern = { group: ['node:*', 'node:*/**'], message: 'This folder knows no machine.' };

/** zod/mini is 5.0 kB in a browser and zod 22.5; a kind's fields are more than an island needs. */
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

const react: Pattern = {
  group: ['react', 'react-dom', 'react-dom/**', '@nanostores/react'],
  message: 'Scripts of anonymous pages carry no React; screens belong in src/app.',
  allowTypeImports: true,
};

const content: Pattern = { group: ['astro:content'], message: 'Facts come through #data/catalogue.ts.' };

function restrictImports(
  folder: string,
  own: Pattern[] = [],
  allowed = layers[folder] ?? [],
): ['error', object] {
  const isBrowser = browser.includes(folder);
  const patterns: Pattern[] = [
    outside,
    ...own,
    {
      regex: forbid(allowed),
      message: `src/${folder} may import: ${allowed.join(', ') || 'nothing of ours'}.`,
    },
  ];
  if (allowed.includes('contract/client'))
    patterns.push({
      regex: '^#contract(/[^/]+)?$',
      message: 'A browser takes values from contract/client and contract/forms, and types from all of it.',
      allowTypeImports: true,
    });
  if (pure.includes(folder)) patterns.push(machine);
  if (rendered.includes(folder)) patterns.push(content);
  if (isBrowser) patterns.push(...heavy.patterns);
  return ['error', { paths: isBrowser ? heavy.paths : [], patterns }];
}

/** Matches all internal paths outside these folders. */
function forbid(allowed: string[]): string {
  const others = folders.filter((folder) => !allowed.some((path) => path.split('/')[0] === folder));
  return `^#(${others.join('|')})(/|$)`;
}

/** Import restrictions of every folder of src/server. */
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

/** Imports of the contract in a browser: light values, and all types. */
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

/** Maximum lines of a function, including comments and empty lines. */
const mostLines = 80;

/** Files with longer functions, and their length: neither may grow. */
const longFunctions: Record<string, number> = {
  'src/app/desk/dictionaries/Menus.tsx': 90,
  'src/app/desk/record/Control.tsx': 100,
  'src/app/desk/record/RecordActions.tsx': 150,
  'src/app/desk/record/RecordScreen.tsx': 180,
  'src/app/rich-text/RichTools.tsx': 100,
  'src/app/desk/record/Sources.tsx': 110,
  'src/app/lib/useCallForm.ts': 120,
  'src/server/app/application.ts': 130,
  'src/server/editors/record-view.ts': 90,
  'src/server/http/mount.ts': 90,
  'src/server/import/jobs.ts': 110,
  'src/stores/draft.ts': 270,
  'src/stores/editing.ts': 90,
  'src/stores/search.ts': 110,
  'src/stores/signs.ts': 110,
  'src/ui/ComboInput.tsx': 110,
};

const lengthOf = (max: number): ['error', object] => [
  'error',
  { max, skipBlankLines: false, skipComments: false },
];

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc', 'vitest'],
  jsPlugins: ['./scripts/check/rules.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['node_modules', '.data', '.astro', 'dist'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'register/no-raw-sql': 'error',
    // Style sheets and polyfills are imported for side effects.
    'import/no-unassigned-import': 'off',
    // The new transform needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Helpers are below their callers.
    'unicorn/consistent-function-scoping': 'off',
    // A field of a panel that a press opens takes the focus.
    'jsx-a11y/no-autofocus': 'off',
    // Options of a datalist are named by their values, and headers may hold labelled controls.
    'jsx-a11y/control-has-associated-label': 'off',
    // `role="group"` and `role="status"` have no tag that does as well.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Containers hear Escape and the focus of the controls inside them.
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    // What scrolls is reached by keyboard.
    'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['region', 'group', 'tabpanel'], tags: [] }],
    'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { li: ['option'] }],
    // Safari drops the role of lists without markers.
    'jsx-a11y/no-redundant-roles': ['error', { ul: ['list'], ol: ['list'] }],
    'jsx-a11y/label-has-associated-control': ['error', { depth: 3 }],
    'jsx-a11y/interactive-supports-focus': 'error',
    'no-underscore-dangle': 'off',
    // Only messages between windows have an origin; ours are for worker threads.
    'unicorn/require-post-message-target-origin': 'off',
    // `as` is used at boundaries only, all of which this rule reports.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'import/no-named-as-default-member': 'off',
    // Sorting one's own list in place, and splitting strings by letters, are intended.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'typescript/no-misused-spread': 'off',
    // Objects are closures without `this`. Unknown values may be part of a message.
    'typescript/unbound-method': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/require-array-sort-compare': 'off',
    // Tests over optional data depend on it.
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
      rules: { 'no-restricted-imports': restrictImports(folder, folder === 'browser' ? [react] : []) },
    })),
    // It alone loads the screens of src/app, on demand.
    {
      files: ['src/browser/registry.ts'],
      rules: { 'no-restricted-imports': restrictImports('browser', [react], [...layers.browser!, 'app']) },
    },
    ...restrictTiers(),
    // They put the parts together.
    {
      files: ['src/server/main.ts', 'src/server/request/context.ts'],
      rules: { 'no-restricted-imports': restrictImports('server') },
    },
    {
      files: ['src/contract/client/**', 'src/contract/forms/**'],
      rules: { 'no-restricted-imports': ['error', { paths: heavy.paths, patterns: contractForBrowser }] },
    },
    { files: rendered.map((folder) => `src/${folder}/**`), rules: { 'register/no-clock': 'error' } },
    // Type imports count as well; in the server only values do.
    {
      files: folders
        .filter((folder) => folder !== 'server')
        .map((folder) => `src/${folder}/**`)
        .concat('scripts/**', 'tests/**'),
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    { files: ['tests/e2e/**'], rules: { 'register/seen-text': 'error' } },
    { files: pure.map((folder) => `src/${folder}/**`), rules: { 'register/no-bare-import': 'error' } },
    // Their modules are loaded by importOrReload.
    {
      files: ['src/browser/registry.ts', 'src/browser/loader.ts'],
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
    // Tests cross folders: store, real API, real database.
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
