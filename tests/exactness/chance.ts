import { randomNumbers } from '#domain/random.ts';

export type Chance = ReturnType<typeof chanceOf>;

/** Seeded random numbers. */
export function chanceOf(seed: number) {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[below(list.length)];
  return { random, below, pick };
}
