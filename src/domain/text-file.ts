/** Whether a published file is compressible text, by name; text never begins with a zero byte. */
export const isTextFile = (file: string): boolean =>
  /\.(html|css|js|mjs|json|jsonld|md|ndjson|xml|txt|svg|webmanifest|ics|csv)$/.test(file);
