import { Tabs } from '../parts/Tabs.tsx';
import { useTab } from '../parts/useTab.ts';
import { Letters } from './Letters.tsx';
import { Purges } from './Purges.tsx';

const tabs = [
  { code: 'letters', title: 'Письма' },
  { code: 'purges', title: 'Очистка кэша' },
] as const;

/** What leaves the portal by itself: letters to people, and word to the cache in front of the site. */
export function Delivery() {
  const { chosen, choose } = useTab(['letters', 'purges']);
  return (
    <>
      <h1>Письма и кэш</h1>
      <Tabs label="Что отправляется" tabs={tabs} chosen={chosen} choose={choose}>
        {chosen === 'letters' ? <Letters /> : <Purges />}
      </Tabs>
    </>
  );
}
