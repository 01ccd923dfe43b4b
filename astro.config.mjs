import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/**
 * Two ways to one site: `astro build` renders every page from the API (the reference), and with REGISTER_MODE=compile
 * the pages become an application which the publisher renders page by page (src/publisher).
 */
const { SITE_URL, REGISTER_OUT_DIR, REGISTER_CACHE_DIR, REGISTER_MODE } = process.env;
// The publisher is read only when it is wanted: plain builds know nothing of it.
const compiler =
  REGISTER_MODE === 'compile' ? (await import('./src/publisher/adapter.ts')).publisherAdapter() : undefined;

/**
 * Vite's own loader of parts ahead weighs 0.9 kB of the 3 that a page may. Ours does the same for scripts; styles are in
 * the pages, and a part that is gone is the care of src/islands/chunkReload.ts.
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
 * From the first focus to the answers there are three requests: the search has its own copies of the four small modules
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
        const isSmall = /^nanostores$|\/(plural|highlight|dom)\.ts$/.test(source);
        const isOfSearch = /src\/(islands|stores|domain)\/search/.test(importer);
        if (!importer.endsWith(mark) && !(isOfSearch && isSmall)) return undefined;
        const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true });
        return found && !found.external ? `${found.id}${mark}` : found;
      },
    },
  };
}

export default defineConfig({
  site: SITE_URL ?? 'http://127.0.0.1:4321',
  outDir: REGISTER_OUT_DIR ?? 'dist',
  cacheDir: REGISTER_CACHE_DIR ?? '.astro/cache',
  trailingSlash: 'always',
  compressHTML: true,
  devToolbar: { enabled: false },
  // Prefetching is our own: it heeds data-saver and 2g (src/components/prefetch.ts).
  prefetch: false,
  build: { format: 'directory', inlineStylesheets: 'always' },
  output: compiler ? 'server' : 'static',
  ...(compiler && { adapter: compiler }),
  integrations: [react()],
  vite: {
    plugins: [lightPreload(), ownCopies()],
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
              // What every page and every late part share.
              { name: 'parts', test: /preload-helper|islands\/chunkReload/ },
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react)\// },
              // Who has entered; with it the way in, which needs no React.
              {
                name: 'session',
                test: /src\/(stores\/(session|signing-in|notices|progress)\.ts|domain\/profile\.ts|islands\/account\/(entering|next)\.ts|ui\/(adopt|icons|passwordKeys)\.ts|ui\/error-summary\.css)/,
              },
              { name: 'kit', test: /src\/ui\/(Button|Icon|Field|ErrorSummary|PasswordField)\.tsx$/ },
              // Forms that a call answers, with the checks of the contract.
              {
                name: 'form',
                test: /src\/(islands\/form\/useCallForm|contract\/forms\/(fields|access))\.ts$/,
              },
              { name: 'choice', test: /src\/ui\/(Combobox|MultiSelect)\.tsx$/ },
              { name: 'registration', test: /src\/islands\/account\/useRegistration\.ts$/ },
            ],
          },
        },
      },
    },
  },
});
