import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  tone?: string | undefined;
}

/** A state in a word and in its tone: colour never says it alone. */
export const Pill = ({ title, tone }: Props) => (
  <span className="pill" data-tone={tone}>
    {title}
  </span>
);
