import path from 'node:path';
import { escape } from '#domain/search/highlight.ts';
import { readToken } from '../account/signed-token.ts';
import type { Context } from '../context.ts';
import { readSiteFile } from '../site/files.ts';
import type { FilledPage } from '../site/serve.ts';
import { problems, stateOf } from './unsubscribe.ts';

/**
 * GET /unsubscribe/?token=…: the published page with a button that works without a script. Opening it changes
 * nothing: mail scanners open every link.
 */
export function unsubscribePage({ database, now = () => new Date() }: Context): FilledPage {
  return async (request, release) => {
    const { token } = request.query as { token?: unknown };
    if (typeof token !== 'string') return undefined;
    const file = await readSiteFile(path.join(release.folder, 'unsubscribe/index.html'), '');
    if (!file) return undefined;
    const inner = await contents(token);
    return file.body
      .toString()
      .replace(
        /<div id="unsubscribe"([^>]*)>[\s\S]*?<\/div>/,
        (_, more: string) => `<div id="unsubscribe"${more}>${inner}</div>`,
      );
  };

  async function contents(token: string): Promise<string> {
    const read = await readToken(database.kysely, token, now());
    if (read.state !== 'good') return said(problems[read.state]) + settings;
    const { state, message } = await stateOf(database.kysely, read.token);
    if (state === 'gone') return said(message);
    if (state === 'on') return said(message) + form('/api/unsubscribe', token, 'Отписаться') + rest;
    return said(message) + form('/api/unsubscribe/undo', token, 'Подписаться снова') + settings;
  }
}

const said = (sentence: string) => `<p role="status">${escape(sentence)}</p>`;
const rest =
  '<p>То, за чем вы следите, останется в личном кабинете. Письма о входе и пароле будут приходить по-прежнему.</p>';
const settings = '<p><a href="/profile/subscribes/">Настроить подписки в личном кабинете</a></p>';

function form(deed: string, token: string, title: string): string {
  const next = `/unsubscribe/?${new URLSearchParams({ token })}`;
  const action = `${deed}?${new URLSearchParams({ next })}`;
  return `<form method="post" action="${escape(action)}"><input type="hidden" name="token" value="${escape(token)}"><button class="button" type="submit">${title}</button></form>`;
}
