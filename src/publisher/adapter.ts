import type { AstroAdapter, AstroIntegration } from 'astro';

/**
 * Compiles the pages into an app that renders any address on demand, whatever the size of the catalogue
 * (docs/publishing.md). Pages keep `getStaticPaths`, which lists the addresses.
 */
export function publisherAdapter(): AstroIntegration {
  const adapter: AstroAdapter = {
    name: 'register-publisher',
    entrypointResolution: 'auto',
    serverEntrypoint: new URL('./entry.ts', import.meta.url),
    adapterFeatures: { buildOutput: 'server' },
    supportedAstroFeatures: {
      staticOutput: 'stable',
      serverOutput: 'stable',
      hybridOutput: 'stable',
      sharpImageService: 'stable',
    },
  };
  return {
    name: adapter.name,
    hooks: {
      'astro:route:setup': ({ route }) => {
        route.prerender = false;
      },
      'astro:config:done': ({ setAdapter }) => setAdapter(adapter),
    },
  };
}
