import { Button } from '#ui/Button.tsx';

/** Takes one of several lines away; those who listen hear which. */
export function RemoveButton({
  of,
  isBusy = false,
  remove,
}: {
  of: string;
  isBusy?: boolean;
  remove(): void;
}) {
  return (
    <Button variant="quiet" size="small" isBusy={isBusy} aria-label={`Убрать: ${of}`} onClick={remove}>
      Убрать
    </Button>
  );
}
