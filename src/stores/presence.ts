import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';
import type { Presence } from '#contract/editors.ts';
import { newKey } from './new-key.ts';

const heartbeatMs = 20_000;

/** Tells the server that a record is open in this page, and shows who else has it open. */
export function createPresence(id: number, onSeen: (presence: Presence) => Promise<void>) {
  const $presence = atom<Presence | undefined>();
  /** Names this page to the server; a page that comes back from the browser's memory is a new one. */
  let page = newKey();

  /** Throws a CallError. */
  async function send(action: 'stay' | 'take'): Promise<void> {
    const presence = await call('POST /api/editors/records/{id}/presence', {
      path: { id },
      json: { action, page },
      isQuiet: true,
    });
    $presence.set(presence);
    await onSeen(presence);
  }

  /** Sends heartbeats until stopped; the next one replaces a lost one. */
  function watch(): () => void {
    const stay = () => void send('stay').catch(() => undefined);
    stay();
    const timer = setInterval(stay, heartbeatMs);
    const leave = () => {
      navigator.sendBeacon(
        `/api/editors/records/${id}/presence`,
        new URLSearchParams({ action: 'leave', page }),
      );
      page = newKey();
    };
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', leave);
    };
  }

  return { $presence, send, watch };
}
