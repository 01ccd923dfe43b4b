import { describeDeadline, type QuestionTerm as Term } from '#domain/question-deadline.ts';
import { Pill } from '#ui/Pill.tsx';
import { useNow } from '../lib/useNow.ts';

/** How long an open question waits, or has been answered. */
export function QuestionTerm({ term }: { term: Term | null }) {
  const now = useNow();
  if (!term) return null;
  const { tone, text } = describeDeadline(term, now);
  return <Pill title={text} tone={tone} />;
}
