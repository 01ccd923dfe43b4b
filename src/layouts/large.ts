/** Attributes of <html> on the version for low sight that the server draws: those that `stores/sight.ts` would set. */
export const sightOf = ({ isLarge }: { isLarge?: boolean }) =>
  isLarge ? { 'data-sight': 'black-on-white', 'data-text': '150' } : {};
