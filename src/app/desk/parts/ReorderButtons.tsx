import { Button } from '#ui/Button.tsx';

/** Moves a line one place up or down; the line keeps its buttons, and so the focus. */
export function ReorderButtons({
  of,
  index,
  length,
  isBusy = false,
  move,
}: {
  of: string;
  index: number;
  length: number;
  isBusy?: boolean;
  move(to: number): void;
}) {
  return (
    <span className="desk-actions cluster gap-4">
      <Button
        variant="quiet"
        size="small"
        aria-label={`${of}: выше`}
        aria-disabled={index === 0 || isBusy}
        onClick={() => index > 0 && !isBusy && move(index - 1)}
      >
        Выше
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${of}: ниже`}
        aria-disabled={index === length - 1 || isBusy}
        onClick={() => index < length - 1 && !isBusy && move(index + 1)}
      >
        Ниже
      </Button>
    </span>
  );
}
