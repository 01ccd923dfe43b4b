import { useState } from 'react';

/** Which part of a screen is seen stands in the address: `?part=purges`; the first one needs no word. */
export function useTab<Code extends string>(codes: readonly [Code, ...Code[]]) {
  const [chosen, setChosen] = useState<Code>(() => {
    const given = new URLSearchParams(location.search).get('part');
    return codes.find((code) => code === given) ?? codes[0];
  });
  const choose = (code: Code) => {
    setChosen(code);
    history.replaceState(null, '', code === codes[0] ? location.pathname : `?part=${code}`);
  };
  return { chosen, choose };
}
