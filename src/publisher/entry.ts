import { createApp } from 'astro/app/entrypoint';
import { useReplica } from '#data/current.ts';
import { forgetConstants } from '#data/constant.ts';
import { collectTags } from '#data/collect-tags.ts';
import { withDraft, openReplica, type ReadReplica } from '#data/replica.ts';
import { finishPage, markParts } from '#data/fragments.ts';
import type { CompiledSite } from './compiled.ts';
import { KeptResponse } from './kept-response.ts';

// Entry of the compiled site, bundled with the pages to share one copy of `#data`.
globalThis.Response = KeptResponse;
const app = createApp({ streaming: false });
// The publisher reports pages that fail.
app.logger.options.level = 'silent';
const renderErrorPage = app.renderError.bind(app);
// A failing page must throw; Astro would return an error page.
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error('the page failed without an error');
  return renderErrorPage(request, options);
};

// Preloads page modules: Node's lookup takes a third of the time of a record's JSON variant.
for (const [component, load] of app.manifest.pageMap ?? []) {
  let module: ReturnType<typeof load> | undefined;
  app.manifest.pageMap?.set(component, () => (module ??= load()));
}

markParts();

let snapshot: ReadReplica | undefined;

export const site: CompiledSite = {
  routes: () =>
    app.manifest.routes
      .filter(({ routeData }) => routeData.origin === 'project')
      .map(({ routeData }) => routeData.route),
  async addressesOf(name) {
    const route = app.manifest.routes.find(({ routeData }) => routeData.route === name)?.routeData;
    if (!route) throw new Error(`the compiled site has no route ${name}`);
    if (route.params.length === 0) return { addresses: [addressOf(name)], facts: new Set() };
    const module = await app.manifest.pageMap?.get(route.component)?.();
    if (!module) throw new Error(`the compiled site lacks ${route.component}`);
    const { getStaticPaths } = (await module.page()) as unknown as PageModule;
    const { result, facts } = await collectTags(getStaticPaths);
    return { addresses: result.map((path) => addressOf(fill(name, path.params))), facts };
  },
  async render(address, request = {}) {
    const { result, facts } = await collectTags(async () => {
      const response = await app.render(
        new Request(new URL(address, app.manifest.site ?? 'http://localhost/')),
        { locals: request },
      );
      // Only /404/ may answer 404.
      if (response.status !== 200 && address !== '/404/') {
        const error = new Error(`the page answered ${response.status}`);
        if (response.status === 404) error.name = 'NotFound';
        throw error;
      }
      const bytes = await KeptResponse.contentOf(response);
      return response.headers.get('content-type')?.startsWith('text/html') ? finishPage(bytes) : bytes;
    });
    return { bytes: result, facts };
  },
  async renderWith(record, address) {
    if (!snapshot) throw new Error('the compiled site reads from no copy');
    useReplica(withDraft(snapshot, record));
    try {
      return (await this.render(address)).bytes;
    } finally {
      useReplica(snapshot);
    }
  },
  readFrom(file) {
    snapshot?.close();
    snapshot = openReplica(file);
    useReplica(snapshot);
  },
  refresh() {
    if (snapshot?.hasNews()) this.forget();
  },
  forget(facts) {
    if (!snapshot) return;
    snapshot.forget(facts);
    forgetConstants(snapshot, facts);
  },
};

interface PageModule {
  getStaticPaths(): { params: Record<string, string | undefined> }[];
}

/** '/deseases/[id]' and { id: '7' } → '/deseases/7'; rest parameters may be empty. */
function fill(route: string, params: Record<string, string | undefined>): string {
  return route.replace(/\[(\.\.\.)?(\w+)\]/g, (_, rest: string | undefined, name: string) => {
    const value = params[name] ?? (rest && '');
    if (value === undefined) throw new Error(`getStaticPaths of ${route} gives no "${name}"`);
    return value.split('/').map(encodeURIComponent).join('/');
  });
}

/** Pages end in a slash, files (sitemap.xml) do not. */
function addressOf(route: string): string {
  return route.endsWith('/') || /\.[a-z]+$/.test(route) ? route : `${route}/`;
}
