/** For caches that ask again each time. */
export const revalidated = 'public, max-age=0, must-revalidate';

/**
 * Pages of other sites may read the response: it is the same for everyone. Nothing that depends on a session
 * may have them.
 */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers of open data, which caches may keep. */
export const sharedHeaders = (cacheControl: `public, ${string}`): Record<string, string> => ({
  'cache-control': cacheControl,
  ...openHeaders,
});
