/** Whether the name contains a content hash: the file may be cached forever. */
export const isLasting = (address: string): boolean =>
  /^\/(?:_astro|dialogs|dictionaries|media)\//.test(address) ||
  /^\/fonts\/[\w-]+\.[0-9a-f]{8}\.woff2$/.test(address);
