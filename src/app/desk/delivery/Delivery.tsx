import { Tabs } from '../parts/Tabs.tsx';
import { oneOf, useSearchState } from '../../lib/useSearchState.ts';
import { Letters } from './Letters.tsx';
import { Purges } from './Purges.tsx';

const tabs = [
  { code: 'letters', title: 'Письма' },
  { code: 'purges', title: 'Очистка кэша' },
] as const;
const fields = { part: oneOf(['letters', 'purges']) };

/** What leaves the portal by itself: letters to people, and word to the cache in front of the site. */
export function Delivery() {
  const { state, change } = useSearchState(fields);
  return (
    <>
      <h1>Письма и кэш</h1>
      <Tabs label="Что отправляется" tabs={tabs} chosen={state.part} choose={(part) => change({ part })}>
        {state.part === 'letters' ? <Letters /> : <Purges />}
      </Tabs>
    </>
  );
}
