import { atom } from 'nanostores';

/** How often a deed on this page has ended the other sessions of the account: a list of them is asked anew. */
export const $endings = atom(0);

export const noteEndings = () => $endings.set($endings.get() + 1);
