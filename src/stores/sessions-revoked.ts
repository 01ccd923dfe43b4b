import { atom } from 'nanostores';

/** How often this page has revoked the account's other sessions; a list of sessions is then loaded again. */
export const $sessionsRevoked = atom(0);

export const countRevokedSessions = () => $sessionsRevoked.set($sessionsRevoked.get() + 1);
