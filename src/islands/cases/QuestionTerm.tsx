import { tellTerm, type QuestionTerm as Term } from '#domain/question-term.ts';

/** How long an open question waits, or has been answered. */
export function QuestionTerm({ term }: { term: Term | null }) {
  if (!term) return null;
  const { tone, text } = tellTerm(term, Date.now());
  return (
    <span className="pill" data-tone={tone}>
      {text}
    </span>
  );
}
