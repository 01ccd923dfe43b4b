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
    build: {
      // No script is inlined, so that the policy allows one by hash and the rest by 'self'.
      assetsInlineLimit: 0,
      // The oldest browser that knows container queries and layers.
      cssTarget: ['chrome105', 'safari16', 'firefox115'],
    },
  },
});
