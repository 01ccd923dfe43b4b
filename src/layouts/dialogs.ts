/** Of everything that the dialogs are made of, as astro.config.mjs reads it; other code gives another. */
export const dialogsHash: string = import.meta.env.DIALOGS_HASH ?? 'now';

/** Where pages fetch the dialogs. */
export const dialogsAddress = `/dialogs/${dialogsHash}/`;
