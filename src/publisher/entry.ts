import { createApp } from 'astro/app/entrypoint';
import { useSnapshot } from '#data/current.ts';
import { openSnapshot } from '#data/snapshot.ts';
import type { CompiledSite } from './compiled.ts';

// The door of the compiled site: bundled with the pages, so that both share one copy of `#data`.
const app = createApp({ streaming: false });
const renderErrorPage = app.renderError.bind(app);
// A page that throws must stop the publication by name; Astro would answer with an error page.
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error('the page failed without an error');
  return renderErrorPage(request, options);
};

export const site: CompiledSite = {
  async addresses() {
    const { routes, pageMap } = app.manifest;
    const lists = await Promise.all(
      routes.map(async ({ routeData }) => {
        const { route, component, params, origin } = routeData;
        if (origin !== 'project') return [];
        if (params.length === 0) return [addressOf(route)];
        const page = await pageMap?.get(component)?.();
        if (!page) throw new Error(`the compiled site lacks ${component}`);
        const { getStaticPaths } = (await page.page()) as unknown as PageModule;
        return getStaticPaths().map((path) => addressOf(fill(route, path.params)));
      }),
    );
    return lists.flat();
  },
  async render(address) {
    const response = await app.render(
      new Request(new URL(address, app.manifest.site ?? 'http://localhost/')),
    );
    // The not-found page answers 404 by nature; any other page must be found.
    if (response.status !== 200 && address !== '/404/')
      throw new Error(`the page answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
  readFrom: (file) => useSnapshot(openSnapshot(file)),
};

interface PageModule {
  getStaticPaths(): { params: Record<string, string> }[];
}

/** '/deseases/[id]' and { id: '7' } → '/deseases/7' */
function fill(route: string, params: Record<string, string>): string {
  return route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`getStaticPaths of ${route} gives no "${name}"`);
    return encodeURIComponent(value);
  });
}

/** Pages end in a slash, files (sitemap.xml) do not. */
function addressOf(route: string): string {
  return route.endsWith('/') || /\.[a-z]+$/.test(route) ? route : `${route}/`;
}
