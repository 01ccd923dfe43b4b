/** A word and a short list beside it: «Порядок [сначала новые]». */
export function ChoiceLine<Code extends string>({
  label,
  titles,
  value,
  onChoose,
}: {
  label: string;
  titles: Readonly<Record<Code, string>>;
  value: Code;
  onChoose(code: Code): void;
}) {
  return (
    <label className="cases-sort cluster gap-4 can-shrink push-end">
      {label}{' '}
      <select className="input" value={value} onChange={({ target }) => onChoose(target.value as Code)}>
        {Object.entries<string>(titles).map(([code, title]) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
