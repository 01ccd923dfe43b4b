import { useState } from 'react';

/** The moment at which a part was first drawn, in milliseconds. */
export function useNow(): number {
  const [now] = useState(() => Date.now());
  return now;
}
