/** What a link of an editor's text to another site says of itself: that site learns nothing of where its reader was. */
export const outerRel = 'noopener noreferrer';

export const isOuter = (href: string): boolean => /^https?:/i.test(href);
