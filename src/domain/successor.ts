/** Successor's address in the page of a removed record. */
export const successorIn = (html: string): string | undefined =>
  /<meta http-equiv="refresh" content="0; url=(\/[\w/.-]+)"/.exec(html)?.[1];
