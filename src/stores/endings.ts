import { atom } from 'nanostores';

/** How often an action on this page has ended the other sessions of the account: a list of them is asked again. */
export const $endings = atom(0);

export const noteEndings = () => $endings.set($endings.get() + 1);
