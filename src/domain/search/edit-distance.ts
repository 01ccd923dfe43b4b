/** Costs of a correction; swapped neighbours are one edit. */
interface EditCosts {
  replace: (from: string, to: string) => number;
  insert: (letter: string) => number;
  swap: number;
}

const equal: EditCosts = { replace: (from, to) => (from === to ? 0 : 1), insert: () => 1, swap: 1 };

/** Damerau–Levenshtein distance (optimal string alignment). {@link SortedTerms} has it for a sorted list. */
export function editDistance(one: string, other: string, { replace, insert, swap } = equal): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const [from, to] = [one[i - 1]!, other[j - 1]!];
      let cost = Math.min(last[j - 1]! + replace(from, to), last[j]! + 1, row[j - 1]! + insert(to));
      if (i > 1 && j > 1 && from === other[j - 2] && one[i - 2] === to)
        cost = Math.min(cost, beforeLast[j - 2]! + swap);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length]!;
}
