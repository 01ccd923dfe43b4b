import type { Context } from '../request/context.ts';
import type { FilledPage } from '../site/serve.ts';
import { erasedWords } from '../mail/letters.ts';
import { isFoundingCode } from './first-administrator.ts';
import { refuseRestore } from './restore.ts';

/**
 * Pages for links of letters, which work without scripts. Opening changes nothing, the button does (target
 * D-6). An expired restore link is reported before anything is typed.
 */
export const accountPages = (context: Context): Record<string, FilledPage> => ({
  '/profile/confirm/': async ({ query }, draw) => {
    const code = codeOf(query);
    return code && (await draw('/profile/confirm/', { code }));
  },
  '/profile/restore/': async ({ query }, draw) => {
    const code = codeOf(query);
    if (!code) return undefined;
    // The founding link has a message of its own.
    const refusal = isFoundingCode(code) ? undefined : await refuseRestore(context, code);
    if (!refusal) return await draw('/profile/restore/', { code });
    return await draw('/profile/answer/', {
      said: {
        title: 'Не получилось',
        sentences: [refusal.message],
        isProblem: true,
        step: { action: 'restore' },
        back: '/profile/login/',
      },
    });
  },
  // Target after erasure, without a session.
  '/profile/deleted/': async (_, draw) =>
    await draw('/profile/answer/', {
      said: { title: 'Учётная запись удалена', sentences: erasedWords(context.settings), back: '/' },
    }),
});

function codeOf(query: unknown): string | undefined {
  const { code, token } = query as { code?: unknown; token?: unknown };
  const given = code ?? token;
  return typeof given === 'string' && /^[\w-]{1,200}$/.test(given) ? given : undefined;
}
