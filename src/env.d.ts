/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Defined by astro.config.mjs. */
  readonly DIALOGS_HASH?: string;
}
