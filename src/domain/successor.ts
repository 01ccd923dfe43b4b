/** The address of the record that took the place of another, as the page at the former address says it to browsers. */
export const successorIn = (html: string): string | undefined =>
  /<meta http-equiv="refresh" content="0; url=(\/[\w/.-]+)"/.exec(html)?.[1];
