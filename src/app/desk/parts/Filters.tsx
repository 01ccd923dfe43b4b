import type { ComponentProps, ReactNode } from 'react';

/** Conditions of a list: each narrows it as soon as it is typed or chosen. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <form
      className="desk-filters flow gap-6 align-end"
      role="search"
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
    </form>
  );
}

interface FilterProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
}

/** A condition that is typed: words unless another type is named. */
export function TextFilter({
  label,
  value,
  onChange,
  ...input
}: FilterProps<string> & Omit<ComponentProps<'input'>, keyof FilterProps<string>>) {
  return (
    <label>
      {label}
      <input
        className="input"
        type="search"
        {...input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

/** A condition that is chosen; `any` names the choice that leaves the list as it is. */
export function ChoiceFilter<Code extends string>({
  label,
  value,
  any,
  options,
  onChange,
}: FilterProps<Code | ''> & { any: string; options: Readonly<Record<Code, string>> }) {
  return (
    <label>
      {label}
      <select className="input" value={value} onChange={({ target }) => onChange(target.value as Code | '')}>
        <option value="">{any}</option>
        {Object.entries<string>(options).map(([code, title]) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
