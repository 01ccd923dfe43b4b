/** Whether a published file is text or as loosely packed, by its name: worth compressing, and never beginning with a zero byte. */
export const isTextFile = (file: string): boolean =>
  /\.(html|css|js|mjs|json|ndjson|xml|txt|svg|webmanifest|ics|csv|bin)$/.test(file);
