import type { FilledPage } from '../site/serve.ts';

/**
 * Pages to which letters lead, with the code of the link in their form: they work without scripts. Opening one changes
 * nothing, the button does (target D-6).
 */
export const accountPages: Record<string, FilledPage> = Object.fromEntries(
  ['/profile/confirm/', '/profile/restore/'].map((address) => [
    address,
    async ({ query }, draw) => {
      const { code, token } = query as { code?: unknown; token?: unknown };
      const given = code ?? token;
      if (typeof given !== 'string' || !/^[\w-]{1,200}$/.test(given)) return undefined;
      return await draw(address, { code: given });
    },
  ]),
);
