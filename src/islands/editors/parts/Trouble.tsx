/** Why an action was refused, said aloud; nothing where it was not. */
export function Trouble({ message }: { message: string }) {
  if (!message) return null;
  return (
    <p className="field-error" role="alert">
      {message}
    </p>
  );
}
