/** Whether a file is named by what is in it: its address never gives anything else, and may be kept for good. */
export const isLasting = (address: string): boolean =>
  /^\/(?:_astro|dialogs|dictionaries|media)\//.test(address) ||
  /^\/fonts\/[\w-]+\.[0-9a-f]{8}\.woff2$/.test(address);
