import { caseStates, type CaseState } from '#domain/cases.ts';
import { Pill } from '#ui/Pill.tsx';

const tones: Record<CaseState, string | undefined> = {
  draft: undefined,
  review: 'info',
  returned: 'warn',
  published: 'ok',
  declined: 'err',
  archived: undefined,
};

/** The state of a case in a word and a colour. */
export const StatePill = ({ state }: { state: CaseState }) => (
  <Pill title={caseStates[state]} tone={tones[state]} />
);
