import plain from '../../../astro.config.mjs';

// `astro build` with its experimental incremental builds, as its documentation asks for them: each record's page names
// the state of its record. It knows nothing of what else a page has read, so its pages may be out of date.

/** Gives the addresses of records' pages a `cacheKey`, the hash of the record. */
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
