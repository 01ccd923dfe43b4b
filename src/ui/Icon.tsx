/** One icon of ./icons.ts in the colour of the text around it; with a label it stands for itself. */
export function Icon({ drawing, label }: { drawing: string; label?: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}
