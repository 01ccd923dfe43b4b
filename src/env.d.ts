/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Defined by astro.config.mjs. */
  readonly DIALOGS_HASH?: string;
}

declare namespace App {
  /** What a page knows of one request. */
  interface Locals extends Facts {}
  type Facts = import('#domain/page-facts.ts').PageFacts;
}
