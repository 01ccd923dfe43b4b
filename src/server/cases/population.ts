import { readTowns } from '../catalogue/cities.ts';

/**
 * Population of the cities of a federal subject, or of all (src/starter/cities.tsv, HFLabs). An underestimate
 * without villages, so that the warning is more likely. null without cities.
 */
export async function populationOf(region: string): Promise<number | null> {
  const towns = await readTowns();
  const people = towns
    .filter(({ subject }) => region === '' || subject === region)
    .reduce((sum, town) => sum + town.people, 0);
  return people || null;
}
