interface WordChange {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longer or very different texts are shown whole. */
const maxWords = 600;
const leastCommon = 0.3;

/** Word diff of two texts; undefined when they are better read whole. */
export function wordChanges(before: string, after: string): WordChange[] | undefined {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  if (one.length < 5 || other.length < 5 || one.length > 2 * maxWords || other.length > 2 * maxWords)
    return undefined;
  const lengths = commonLengths(one, other);
  const changes: WordChange[] = [];
  const add = (kind: WordChange['kind'], text = '') => {
    const last = changes.at(-1);
    if (last?.kind === kind) last.text += text;
    else changes.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      add('same', one[i]);
      i += 1;
      j += 1;
    } else if (j >= other.length || (i < one.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1)))
      add('removed', one[i++]);
    else add('added', other[j++]);
  }
  const common = changes
    .filter(({ kind }) => kind === 'same')
    .flatMap(({ text }) => text.match(/\S+/gu) ?? []);
  // Half of the tokens are spaces.
  return common.length < (leastCommon * Math.max(one.length, other.length)) / 2
    ? undefined
    : mergeChanges(changes);
}

/** Joins adjacent changes with the spaces between. */
function mergeChanges(changes: readonly WordChange[]): WordChange[] {
  const result: WordChange[] = [];
  let run: WordChange[] = [];
  const close = () => {
    const side = (without: WordChange['kind']) =>
      run
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join('');
    const [removed, added] = [side('added'), side('removed')];
    if (removed.trim() && added.trim())
      result.push({ kind: 'removed', text: removed }, { kind: 'added', text: added });
    else result.push(...run);
    run = [];
  };
  for (const change of changes) {
    if (change.kind !== 'same' || !change.text.trim()) run.push(change);
    else {
      close();
      result.push(change);
    }
  }
  close();
  return result;
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

const at = (lengths: readonly Uint16Array[], i: number, j: number) => lengths[i]?.[j] ?? 0;

/** Longest common subsequence from each position of both texts to the end. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row)
        row[j] =
          one[i] === other[j]
            ? at(lengths, i + 1, j + 1) + 1
            : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  return lengths;
}
