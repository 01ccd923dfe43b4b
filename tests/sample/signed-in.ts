import { vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import { afterSignIn } from '#stores/session.ts';
import { startTestPortal } from './application.ts';
import { openPage } from './page.ts';
import { addPerson, factorCode, password } from './people.ts';

/** A portal and the page of a person who has signed in to it, for screens drawn in jsdom. */
export async function openSignedIn(type: 'doctor' | 'editor' | 'admin') {
  const portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const email = `${type}@example.ru`;
  await addPerson(portal, type, { email });
  const page = openPage(portal);
  const fetchFromPortal = globalThis.fetch;
  await call('POST /api/auth/login', { json: { email, password } });
  if (type !== 'doctor') await call('POST /api/auth/second-factor', { json: { code: factorCode() } });
  await afterSignIn();
  return {
    portal,
    fetchFromPortal,
    async close() {
      page.undo();
      await portal.close();
    },
  };
}

/** Stubs what jsdom lacks: it lays nothing out and hears of nothing. */
export function stubLayout(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('innerWidth', 600);
  Element.prototype.scrollIntoView = () => undefined;
}
