/** Orphanet's prefix of a name in capitals: a remark on the entity. */
export type Remark = 'not-rare' | 'obsolete';

const remarks: readonly [remark: Remark, beginning: RegExp][] = [
  ['not-rare', /^(non[- ]rare in europe|заболевание, не относящееся к редким в европе)\s*:\s*/i],
  ['obsolete', /^(obsolete|inactive)\s*:\s*/i],
];

/** «NON RARE IN EUROPE: Antiphospholipid syndrome» → name and remark. */
export function withoutRemark(name: string): { name: string; remark?: Remark } {
  for (const [remark, beginning] of remarks) {
    const rest = name.replace(beginning, '');
    if (rest !== name && rest !== '') return { name: rest, remark };
  }
  return { name };
}
