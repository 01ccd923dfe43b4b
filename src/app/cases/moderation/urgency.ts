/** Hours within which an editor answers, and after which it is late. */
const promised = { soon: 24, late: 72 } as const;
export type Urgency = 'fresh' | 'due' | 'late';

export const urgencyOf = (hours: number): Urgency =>
  hours >= promised.late ? 'late' : hours >= promised.soon ? 'due' : 'fresh';
