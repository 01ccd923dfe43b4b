/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Defined by astro.config.mjs. */
  readonly DIALOGS_HASH?: string;
}

declare namespace astroHTML.JSX {
  interface HTMLAttributes {
    'data-island'?: import('#browser/registry.ts').IslandName | undefined;
  }
}

declare namespace App {
  /** What a page knows of one request. */
  interface Locals extends Facts {}
  type Facts = import('#domain/render-request.ts').RenderRequest;
}

/** Files of the aid by signs: astro.config.mjs. */
declare module 'virtual:sign-files' {
  /** Their addresses, for browsers. */
  const files: { index: string; labels: string; titles: string };
  export default files;
  /** Editions of what the index was made of, by name: days; for pages. */
  export const editions: Readonly<Record<'orphanet' | 'hpo' | 'annotations', string>>;
}
