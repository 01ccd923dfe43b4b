import { useEffect, useState } from 'react';
import { call } from '#contract/client/call.ts';

interface Place {
  city: string;
  title: string;
}

/** Cities and institutions of the chosen subject that the catalogue knows (ruling G35); the fields stay free text. */
export function Suggestions({
  region,
  cities,
  institutions,
}: {
  region: string;
  cities: string;
  institutions: string;
}) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  useEffect(() => {
    if (!region) return undefined;
    const aborted = new AbortController();
    // Without suggestions the fields work as well.
    placesOf(region, aborted.signal).then(setPlaces, () => {});
    return () => aborted.abort();
  }, [region]);
  return (
    <>
      <datalist id={cities}>
        {[...new Set(places.map(({ city }) => city))].map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
      <datalist id={institutions}>
        {places.map(({ title }) => (
          <option key={title} value={title} />
        ))}
      </datalist>
    </>
  );
}

async function placesOf(subject: string, signal: AbortSignal): Promise<Place[]> {
  const { items } = await call('GET /api/clinics', {
    query: { subject, page_size: 100 },
    signal,
    isQuiet: true,
  });
  return items.map(({ city = '', title }) => ({ city, title }));
}
