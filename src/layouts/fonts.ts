/** Written by scripts/fonts.ts: the files that every page preloads. */
export const fonts = ['/fonts/golos-cyrillic.5636efc6.woff2', '/fonts/golos-latin.d070050e.woff2'];
