import type { DeskState } from '#contract/client/editors.ts';
import { stateWords } from '../words.ts';

export function StatePill({ state }: { state: DeskState }) {
  const { title, tone } = stateWords[state];
  return (
    <span className="pill" data-tone={tone}>
      {title}
    </span>
  );
}
