import path from 'node:path';
import { readSiteFile } from '../site/files.ts';
import type { FilledPage } from '../site/serve.ts';

/**
 * Pages to which letters lead, with the code of the link put into their form: they work without scripts. Opening one
 * changes nothing, the button does (target D-6).
 */
export const accountPages: Record<string, FilledPage> = {
  '/profile/confirm/': withCode('profile/confirm/index.html'),
  '/profile/restore/': withCode('profile/restore/new/index.html'),
};

function withCode(file: string): FilledPage {
  return async (request, release) => {
    const { code, token } = request.query as { code?: unknown; token?: unknown };
    const given = code ?? token;
    if (typeof given !== 'string' || !/^[\w-]{1,200}$/.test(given)) return undefined;
    const page = await readSiteFile(path.join(release.folder, file), '');
    return page?.body.toString().replace(/ data-code(="[^"]*")?/, () => ` value="${given}"`);
  };
}
