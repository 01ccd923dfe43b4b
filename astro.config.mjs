import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { icons } from './src/domain/icons.ts';
import { pageOf, redirectOf } from './src/domain/redirects.ts';
import { packLabels } from './src/domain/signs/labels.ts';
import { unpackSigns } from './src/domain/signs/pack.ts';
import { packTitles } from './src/domain/signs/titles.ts';
import { iconRules } from './src/styles/icons.ts';

/**
 * Two modes: `astro build` renders every page from the API (the reference); with REGISTER_MODE=compile the
 * pages become an app that the publisher renders page by page (src/publisher).
 */
const { SITE_URL, REGISTER_API_URL, REGISTER_OUT_DIR, REGISTER_CACHE_DIR, REGISTER_MODE } = process.env;
// Loaded only when needed: plain builds do not use the publisher.
const compiler =
  REGISTER_MODE === 'compile' ? (await import('./src/publisher/adapter.ts')).publisherAdapter() : undefined;

/**
 * Vite's preload helper is 0.9 kB of a page's 3. Ours does the same for scripts; styles are in the pages, and
 * missing chunks are handled by src/stores/importOrReload.ts.
 */
function lightPreload() {
  return {
    name: 'light-preload',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export const __vitePreload = (load, parts = []) => {
        for (const part of parts)
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + part }));
        return load();
      };`,
    },
  };
}

/**
 * Three requests from first focus to results: the search has copies of five small modules shared with other
 * islands, which would be separate files. None has state.
 */
function ownCopies() {
  const mark = '?search';
  return {
    name: 'own-copies',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (this.environment?.name !== 'client' || !importer) return undefined;
        const isSmall = /^nanostores$|\/(escape|plural|highlight|dom)\.ts$/.test(source);
        const isOfSearch = /src\/(browser|stores|domain)\/search/.test(importer);
        if (!importer.endsWith(mark) && !(isOfSearch && isSmall)) return undefined;
        const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true });
        return found && !found.external ? `${found.id}${mark}` : found;
      },
    },
  };
}

/**
 * Four style files: common, of record pages, of the desk, of others; a page uses two. Each begins with the layer order.
 * Styles are delivered in two ways: these files, of what .astro files import or have as <style>, and `?inline` with
 * injectStyles for what only islands draw.
 */
function styleFiles() {
  const order = readFileSync(new URL('src/styles/layers.css', import.meta.url), 'utf8');
  return {
    name: 'style-files',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.css($|\?)/, exclude: /[?&](inline|url|raw)\b/ } },
      handler(code, id) {
        const rules = id.endsWith('/styles/icons.css') ? iconRules(icons) : code;
        return withShortScopes(order + rules);
      },
    },
  };
}

/** Style file of a module by its pages; dialogs open on any page. */
function styleFileOf(id, build) {
  const pages = new Set();
  const seen = new Set();
  const ask = (module) => {
    if (seen.has(module)) return;
    seen.add(module);
    if (/src\/pages\/.*\.astro$/.test(module)) pages.add(module);
    else for (const importer of build.getModuleInfo(module)?.importers ?? []) ask(importer);
  };
  ask(id);
  const isAnywhere = [...pages].some((page) => page.includes('/pages/dialogs/'));
  const ofRecords = [...pages].filter((page) => page.endsWith('/[id].astro')).length;
  if (isAnywhere) return 'style';
  if ([...pages].every((page) => page.includes('/pages/profile/editors/'))) return 'desk';
  if (ofRecords === 0) return 'others';
  // A record's sheet shares styles of its page.
  const ofSheets = [...pages].filter((page) => page.endsWith('/leaflet.astro')).length;
  return ofRecords + ofSheets === pages.size ? 'record' : 'style';
}

/** Style scopes of four letters instead of Astro's thirteen. */
function shortScopes() {
  return {
    name: 'short-scopes',
    transform: {
      filter: { id: /\.astro$/ },
      handler: (code) => ({ code: withShortScopes(code), map: null }),
    },
  };
}

const scopes = new Map();
const withShortScopes = (code) => code.replace(/\bastro-[a-z0-9]{8}\b/g, shortScopeOf);

function shortScopeOf(scope) {
  const number = createHash('sha256').update(scope).digest().readUInt32BE() % (26 * 36 ** 3);
  const short =
    String.fromCharCode(97 + (number % 26)) +
    Math.floor(number / 26)
      .toString(36)
      .padStart(3, '0');
  if ((scopes.get(short) ?? scope) !== scope) throw new Error(`Two components share the scope ${short}`);
  scopes.set(short, scope);
  return short;
}

/**
 * Content-addressed files of the signs aid: the index (uncompressed, because delivery compresses it), names
 * of signs, and names of diseases missing in the catalogue. `virtual:sign-files` gives addresses to the
 * browser and data versions to pages.
 */
function signFiles() {
  const id = '\0virtual:sign-files';
  const starter = (file) => readFileSync(new URL(`src/starter/${file}`, import.meta.url));
  const index = () => brotliDecompressSync(starter('signs.json.br'));
  const made = {
    'index.json': index,
    'labels.json': () =>
      Buffer.from(packLabels(String(starter('hpo-signs-ru.tsv')), String(starter('sign-words.tsv')))),
    'titles.json': () =>
      Buffer.from(
        packTitles(
          String(starter('orphanet-names-ru.tsv')),
          String(starter('signs-omim.tsv')),
          unpackSigns(String(index())).candidates,
        ),
      ),
  };
  return {
    name: 'sign-files',
    resolveId: (source) => (source === 'virtual:sign-files' ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      if (this.environment.name !== 'client')
        return `export const editions = ${JSON.stringify(unpackSigns(String(index())).editions)}`;
      const addresses = Object.entries(made).map(([name, make]) => {
        const source = make();
        const [part, ending] = name.split('.');
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `_astro/signs-${part}.${hash}.${ending}`;
        if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName, source });
        return [part, `/${fileName}`];
      });
      return `export default ${JSON.stringify(Object.fromEntries(addresses))}`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, part, ending] = /^\/_astro\/signs-(\w+)\.\w+\.(\w+)$/.exec(request.url ?? '') ?? [];
        const make = made[`${part}.${ending}`];
        if (make) response.end(make());
        else next();
      });
    },
  };
}

/** `astro dev` and `astro preview` behave like the portal: proxied /api, redirects, the page of cases. */
function portalServer() {
  const redirectTo = (path) => redirectOf(path) ?? (/^(\/[\w-]+)+$/.test(path) ? `${path}/` : undefined);
  const proxy = {
    target: REGISTER_API_URL ?? '',
    bypass(request, response) {
      const [path, query = ''] = request.url.split(/(\?.*)/s, 2);
      if (/^\/api(\/|$)/.test(path)) return REGISTER_API_URL ? undefined : false;
      const target = redirectTo(path);
      if (target) response.writeHead(301, { location: target + query }).end();
      return pageOf(path) + query;
    },
  };
  return {
    name: 'portal-server',
    hooks: {
      'astro:config:setup'({ command, injectScript, logger, updateConfig }) {
        if (command === 'build' && !compiler && !REGISTER_API_URL) {
          logger.error(
            'Pages need a catalogue: run `npm run build`, or set REGISTER_API_URL to a running API.',
          );
          process.exit(1);
        }
        if (command !== 'dev' && command !== 'preview') return;
        // Astro's slash check would reject /api and answer 404 instead of redirecting.
        updateConfig({
          trailingSlash: 'ignore',
          vite: { server: { proxy: { '^/': proxy } }, preview: { proxy: { '^/': proxy } } },
        });
        if (command !== 'dev') return;
        // Islands are not `client:` components: React refresh is set up here.
        injectScript('page', `import '@vitejs/plugin-react/preamble';`);
        // Builds have the styles of dialogs and islands in the common style file.
        injectScript('page-ssr', `import '/src/components/chrome/Dialogs.astro';`);
      },
    },
  };
}

/** Hash of the dialogs (src/layouts/dialogs.ts). */
function hashOfDialogs() {
  const hash = createHash('sha256').update(readFileSync(new URL('package-lock.json', import.meta.url)));
  for (const folder of ['src/components/', 'src/app/account/', 'src/ui/']) {
    const place = new URL(folder, import.meta.url);
    for (const file of readdirSync(place, { recursive: true })
      .filter((name) => /\.(astro|tsx?)$/.test(name))
      .toSorted())
      hash.update(readFileSync(new URL(file, place)));
  }
  return hash.digest('hex').slice(0, 12);
}

export default defineConfig({
  site: SITE_URL ?? 'http://127.0.0.1:4321',
  outDir: REGISTER_OUT_DIR ?? 'dist',
  cacheDir: REGISTER_CACHE_DIR ?? '.astro/cache',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  // Own prefetching respects data-saver and 2g (src/browser/page/prefetch.ts).
  prefetch: false,
  build: { format: 'directory', inlineStylesheets: 'never' },
  scopedStyleStrategy: 'class',
  output: compiler ? 'server' : 'static',
  ...(compiler && { adapter: compiler }),
  integrations: [react(), portalServer()],
  vite: {
    define: { 'import.meta.env.DIALOGS_HASH': JSON.stringify(hashOfDialogs()) },
    plugins: [lightPreload(), ownCopies(), signFiles(), styleFiles(), shortScopes()],
    build: {
      // Scripts are not inlined: the policy allows one by hash and the others by 'self'.
      assetsInlineLimit: 0,
      // Oldest browsers with container queries and layers.
      cssTarget: ['chrome105', 'safari16', 'firefox115'],
      rollupOptions: {
        output: {
          // Chunks that are used together are one file.
          codeSplitting: {
            groups: [
              { name: styleFileOf, test: /\.css$|[?&]type=style\b/ },
              // The script of every page with modules shared by lazy chunks.
              {
                name: 'shell',
                test: /preload-helper|stores\/importOrReload|browser\/(loader|dialogs|page\/(shell|account|offline|preferences|prefetch|search)\.ts)|components\/chrome\/Shell\.astro/,
              },
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react)\// },
              // Session and sign-in, which need no React.
              {
                name: 'session',
                test: /src\/(stores\/(session|signing-in|notices|progress|subscriptions|dialogs)\.ts|domain\/(escape|profile|icons)\.ts$|app\/(account\/(start|role|follow|entering|next|passkeys\/canHavePasskeys)|chrome\/start)\.ts|ui\/passwordKeys\.ts)/,
              },
              {
                name: 'kit',
                test: /src\/(ui\/(Button|Icon|Field|FormError|ErrorSummary|PasswordField)|app\/lib\/(renderIsland|ErrorBoundary|LoadError))\.tsx$/,
              },
              // Forms of calls, with the contract's validation.
              {
                name: 'form',
                test: /src\/(app\/lib\/useCallForm|contract\/forms\/(fields|access))\.ts$/,
              },
              { name: 'choice', test: /src\/ui\/(ComboInput|Combobox|MultiSelect)\.tsx$/ },
              { name: 'registration', test: /src\/app\/account\/useRegistration\.ts$/ },
            ],
          },
        },
      },
    },
  },
});
