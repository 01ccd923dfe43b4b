/** Written by scripts/fonts.ts: the files that every page preloads. */
export const fonts = ['/fonts/golos-cyrillic.eac247a6.woff2', '/fonts/golos-latin.408d27df.woff2'];
