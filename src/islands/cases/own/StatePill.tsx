import { caseStates, type CaseState } from '#domain/cases.ts';

const tones: Record<CaseState, string | undefined> = {
  draft: undefined,
  review: 'info',
  returned: 'warn',
  published: 'ok',
  declined: 'err',
  archived: undefined,
};

/** The state of a case in a word and a colour. */
export function StatePill({ state }: { state: CaseState }) {
  return (
    <span className="pill" data-tone={tones[state]}>
      {caseStates[state]}
    </span>
  );
}
