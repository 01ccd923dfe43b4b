/**
 * Form input of an anonymous visitor, kept for this tab only, without passwords and proofs. Input of signed-in users is encrypted
 * (encrypted-drafts.ts).
 */
const prefix = 'draft ';
const secret = new Set([
  'password',
  'confirm_password',
  'current_password',
  'word',
  'ssid',
  'altcha',
  'code',
]);

type Draft = Record<string, unknown>;

export function keepDraft(form: string, values: Draft): void {
  const open = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(open));
  } catch {
    // A full or forbidden storage: the form itself still holds what was typed.
  }
}

export function readDraft(form: string): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + form) ?? '{}') as Draft;
  } catch {
    return {};
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(prefix + form);
  } catch {
    // As above.
  }
}

/** Drafts of these names as an older version has left them, in their own spelling. */
export function keptDrafts(beginnings: readonly string[]): [name: string, text: string][] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => beginnings.some((beginning) => key.startsWith(prefix + beginning)))
      .map((key) => [key.slice(prefix.length), sessionStorage.getItem(key) ?? '{}']);
  } catch {
    return [];
  }
}

/** After signing out nothing that was typed stays in the browser (OWASP ASVS V14.3). */
export function forgetAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
