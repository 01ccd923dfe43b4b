import { tellTerm, type QuestionTerm as Term } from '#domain/question-term.ts';
import { Pill } from '#ui/Pill.tsx';
import { useNow } from '../useNow.ts';

/** How long an open question waits, or has been answered. */
export function QuestionTerm({ term }: { term: Term | null }) {
  const now = useNow();
  if (!term) return null;
  const { tone, text } = tellTerm(term, now);
  return <Pill title={text} tone={tone} />;
}
