import plain from '../../../astro.config.mjs';

// `astro build` with experimental incremental builds, as documented: a record's page depends on the state of
// its record. Other dependencies are unknown to it, so pages may be outdated.

/** Adds a `cacheKey`, the hash of the record, to addresses of record pages. */
function keyed() {
  return {
    name: 'keyed-paths',
    transform: {
      filter: { id: /src\/data\/catalogue\.ts$/ },
      handler: (code) => ({
        code: `import { createHash } from 'node:crypto';
${code.replace('export function detailPaths(', 'function allDetailPaths(')}
export const detailPaths = (kind) =>
  allDetailPaths(kind).map((path) => ({
    ...path,
    cacheKey: createHash('sha256')
      .update(JSON.stringify(path.params.page === undefined ? getRecord(kind, path.params.id) : getPage(path.params.page)) ?? '')
      .digest('hex'),
  }));`,
        map: null,
      }),
    },
  };
}

export default {
  ...plain,
  experimental: { ...plain.experimental, incrementalBuild: true },
  vite: { ...plain.vite, plugins: [keyed(), ...plain.vite.plugins] },
};
