import { readTowns } from '../catalogue/cities.ts';

/**
 * How many people live in the cities of a subject of the Federation, or, without one, in all of them
 * (src/starter/cities.tsv, HFLabs): fewer than live there, for villages are not counted, so that a warning rather comes
 * than not. null where no city is named.
 */
export async function populationOf(region: string): Promise<number | null> {
  const towns = await readTowns();
  const people = towns
    .filter(({ subject }) => region === '' || subject === region)
    .reduce((sum, town) => sum + town.people, 0);
  return people || null;
}
