import type { Unsubscribing } from '#domain/render-request.ts';
import { PageError } from '#domain/page-error.ts';
import { readToken } from '../mail/signed-token.ts';
import type { Context } from '../request/context.ts';
import type { FilledPage } from '../site/serve.ts';
import { problems, stateOf } from './unsubscribe.ts';

/**
 * GET /unsubscribe/?token=…: a page with a button that works without scripts. Opening it changes nothing:
 * mail scanners open every link.
 */
export function unsubscribePage({ database, now }: Context): FilledPage {
  return async ({ query }, draw) => {
    const { token } = query as { token?: unknown };
    if (typeof token !== 'string') return undefined;
    const html = await draw('/unsubscribe/', { unsubscribing: await look(token) });
    // The static page would send its reader back to the letter.
    if (html === undefined)
      throw new PageError('Сайт ещё собирается. Откройте ссылку из письма через минуту', 503);
    return html;
  };

  async function look(token: string): Promise<Unsubscribing> {
    const read = await readToken(database.kysely, token, now());
    return read.state === 'good'
      ? { token, ...(await stateOf(database.kysely, read.token)) }
      : { token, state: 'bad', message: problems[read.state] };
  }
}
