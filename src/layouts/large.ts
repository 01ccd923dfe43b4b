/** Attributes of <html> on the low-vision version that the server draws: those that `stores/low-vision.ts` would set. */
export const lowVisionAttributes = ({ isLarge }: { isLarge?: boolean }) =>
  isLarge ? { 'data-low-vision': 'black-on-white', 'data-text': '150' } : {};
