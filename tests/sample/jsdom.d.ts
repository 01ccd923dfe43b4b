/** The package brings no types; this is the part that tests of pages use. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { url?: string; contentType?: string });
    readonly window: Window;
  }
}
