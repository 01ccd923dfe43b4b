import type { Context } from '../request/context.ts';
import type { FilledPage } from '../site/serve.ts';
import { erasedWords } from '../mail/letters.ts';
import { isFoundingCode } from './first-administrator.ts';
import { refuseRestore } from './restore.ts';

/**
 * Pages to which letters lead, with the code of the link in their form: they work without scripts. Opening one changes
 * nothing, the button does (target D-6). A link to a new password that is over says so before anything is typed.
 */
export const accountPages = (context: Context): Record<string, FilledPage> => ({
  '/profile/confirm/': async ({ query }, draw) => {
    const code = codeOf(query);
    return code && (await draw('/profile/confirm/', { code }));
  },
  '/profile/restore/': async ({ query }, draw) => {
    const code = codeOf(query);
    if (!code) return undefined;
    // The operator's link says so itself, with the way to another.
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
  // Where an erasure leads: nobody is signed in any more, and the home page knows of no one.
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
