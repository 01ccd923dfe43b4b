import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { pageOf, redirectOf } from './src/domain/redirects.ts';
import { packLabels } from './src/domain/signs/labels.ts';
import { unpackSigns } from './src/domain/signs/pack.ts';
import { packTitles } from './src/domain/signs/titles.ts';

/**
 * Two ways to one site: `astro build` renders every page from the API (the reference), and with REGISTER_MODE=compile
 * the pages become an application which the publisher renders page by page (src/publisher).
 */
const { SITE_URL, REGISTER_API_URL, REGISTER_OUT_DIR, REGISTER_CACHE_DIR, REGISTER_MODE } = process.env;
// The publisher is read only when it is wanted: plain builds know nothing of it.
const compiler =
  REGISTER_MODE === 'compile' ? (await import('./src/publisher/adapter.ts')).publisherAdapter() : undefined;

/**
 * Vite's own loader of parts ahead weighs 0.9 kB of the 3 that a page may. Ours does the same for scripts; styles are in
 * the pages, and a part that is gone is the care of src/stores/importOrReload.ts.
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
 * From the first focus to the answers there are three requests: the search has its own copies of the five small modules
 * that other islands have too, or each of them would be a file. None of them keeps anything.
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
        const isOfSearch = /src\/(islands|stores|domain)\/search/.test(importer);
        if (!importer.endsWith(mark) && !(isOfSearch && isSmall)) return undefined;
        const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true });
        return found && !found.external ? `${found.id}${mark}` : found;
      },
    },
  };
}

/**
 * Three style files: of all pages, of the pages of records, of the others; a page asks for two. Each begins with the order of the layers, whatever part of it comes first; what islands
 * are drawn with is in it, so that scripts bring no styles of their own but those that they adopt.
 */
function styleFiles() {
  const order = readFileSync(new URL('src/styles/layers.css', import.meta.url), 'utf8');
  return {
    name: 'style-files',
    enforce: 'pre',
    // Scripts come without styles: what is left of them is one empty file, and not one for each part.
    configEnvironment: (name) => ({ build: { cssCodeSplit: name !== 'client' } }),
    transform: {
      filter: { id: { include: /\.css($|\?)/, exclude: /[?&](inline|url|raw)\b/ } },
      handler(code) {
        const isLeftOut = this.environment.name === 'client' && this.environment.mode === 'build';
        return isLeftOut ? '' : withShortScopes(order + code);
      },
    },
  };
}

/** Which of the three a module's styles go to, by the pages that it is part of; the dialogs may open on any. */
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
  if (ofRecords === 0) return 'others';
  // The sheet of a record borrows from its page.
  const ofSheets = [...pages].filter((page) => page.endsWith('/leaflet.astro')).length;
  return ofRecords + ofSheets === pages.size ? 'record' : 'style';
}

/** A text of the source that goes on in the next line stands on one line of the page, as a reader would type it. */
function textOnOneLine() {
  return {
    name: 'text-on-one-line',
    transform: {
      filter: { id: /\.astro$/ },
      handler(code) {
        const breaks = [];
        const collect = (node) => {
          if (node?.type === 'TaggedTemplateExpression' && node.tag.name === '$$render')
            for (const { start, end } of node.quasi.quasis)
              for (const found of code.slice(start, end).matchAll(/(?<![>\s])\s*\n\s*(?![<\s])/g))
                breaks.push([start + found.index, start + found.index + found[0].length]);
          if (node && typeof node === 'object') Object.values(node).forEach(collect);
        };
        collect(this.parse(code));
        for (const [start, end] of breaks.toSorted(([one], [other]) => other - one))
          code = `${code.slice(0, start)} ${code.slice(end)}`;
        return { code, map: null };
      },
    },
  };
}

/** Elements of a component with styles of its own carry its scope: four letters instead of Astro's thirteen. */
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
 * Files of the aid by signs under names that tell what is in them, kept for good: the index, unpacked, because it is packed
 * again on its way, the names of the signs, and names of diseases that the catalogue lacks. `virtual:sign-files` gives
 * their addresses to the browser and the editions of the index to pages.
 */
function signFiles() {
  const id = '\0virtual:sign-files';
  const starter = (file) => readFileSync(new URL(`src/starter/${file}`, import.meta.url));
  const index = () => brotliDecompressSync(starter('signs.bin.br'));
  const made = {
    'index.bin': index,
    'labels.json': () =>
      Buffer.from(packLabels(String(starter('hpo-signs-ru.tsv')), String(starter('sign-words.tsv')))),
    'titles.json': () =>
      Buffer.from(
        packTitles(
          String(starter('orphanet-names-ru.tsv')),
          String(starter('signs-omim.tsv')),
          unpackSigns(index()).candidates,
        ),
      ),
  };
  return {
    name: 'sign-files',
    resolveId: (source) => (source === 'virtual:sign-files' ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      if (this.environment.name !== 'client')
        return `export const editions = ${JSON.stringify(unpackSigns(index()).editions)}`;
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

/** `astro dev` and `astro preview` answer as the portal does: /api of a running server, redirects, the page of cases. */
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
        // Astro's own check of slashes would refuse /api and answer 404 where the portal redirects.
        updateConfig({
          trailingSlash: 'ignore',
          vite: { server: { proxy: { '^/': proxy } }, preview: { proxy: { '^/': proxy } } },
        });
        if (command !== 'dev') return;
        // Our islands are no `client:` components, so that React's refresh has to be set up by us.
        injectScript('page', `import '@vitejs/plugin-react/preamble';`);
        // In a build, the styles of dialogs and of islands are in the style file of every page.
        injectScript('page-ssr', `import '/src/components/Dialogs.astro';`);
      },
    },
  };
}

/** Names what the dialogs are made of (src/layouts/dialogs.ts). */
function hashOfDialogs() {
  const hash = createHash('sha256').update(readFileSync(new URL('package-lock.json', import.meta.url)));
  for (const folder of ['src/components/', 'src/islands/account/', 'src/ui/']) {
    const place = new URL(folder, import.meta.url);
    for (const file of readdirSync(place)
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
  compressHTML: true,
  devToolbar: { enabled: false },
  // Prefetching is our own: it heeds data-saver and 2g (src/islands/page/prefetch.ts).
  prefetch: false,
  build: { format: 'directory', inlineStylesheets: 'never' },
  scopedStyleStrategy: 'class',
  output: compiler ? 'server' : 'static',
  ...(compiler && { adapter: compiler }),
  integrations: [react(), portalServer()],
  vite: {
    define: { 'import.meta.env.DIALOGS_HASH': JSON.stringify(hashOfDialogs()) },
    plugins: [lightPreload(), ownCopies(), signFiles(), styleFiles(), textOnOneLine(), shortScopes()],
    build: {
      // No script is inlined, so that the policy allows one by hash and the rest by 'self'.
      assetsInlineLimit: 0,
      // The oldest browser that knows container queries and layers.
      cssTarget: ['chrome105', 'safari16', 'firefox115'],
      rollupOptions: {
        output: {
          // What is wanted together travels as one file, not as crumbs.
          codeSplitting: {
            groups: [
              { name: styleFileOf, test: /\.css$|[?&]type=style\b/ },
              // The script of every page, with what late parts share with it: one file.
              {
                name: 'shell',
                test: /preload-helper|stores\/importOrReload|islands\/(loader|frame\/dialogs|page\/(shell|account|offline|preferences|prefetch|search)\.ts)|components\/Shell\.astro/,
              },
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react)\// },
              // Who has entered; with it the way in, which needs no React.
              {
                name: 'session',
                test: /src\/(stores\/(session|signing-in|notices|progress|subscriptions|dialogs)\.ts|domain\/(escape|profile|icons)\.ts$|islands\/(account\/(start|role|follow|entering|next)|frame\/start|passkeys\/canHavePasskeys)\.ts|ui\/(adopt|passwordKeys)\.ts|ui\/error-summary\.css)/,
              },
              { name: 'kit', test: /src\/ui\/(Button|Icon|Field|ErrorSummary|PasswordField)\.tsx$/ },
              // Forms that a call answers, with the checks of the contract.
              {
                name: 'form',
                test: /src\/(islands\/form\/useCallForm|contract\/forms\/(fields|access))\.ts$/,
              },
              { name: 'choice', test: /src\/ui\/(ComboInput|Combobox|MultiSelect)\.tsx$/ },
              { name: 'registration', test: /src\/islands\/account\/useRegistration\.ts$/ },
            ],
          },
        },
      },
    },
  },
});
