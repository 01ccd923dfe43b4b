import { useRef, useState } from 'react';
import { call } from '#contract/client/call.ts';
import { fromHtml } from '#domain/search/highlight.ts';
import { Combobox } from '#ui/Combobox.tsx';
import type { Option } from '#ui/options.ts';

/** The record that an application is about: found by the same search that readers have. */
export function RecordField({
  id,
  error,
  onChange,
}: {
  id: string;
  error: string | undefined;
  onChange(id: string): void;
}) {
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [value, setValue] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (query: string) => {
    clearTimeout(timer.current);
    if (query.trim().length < 2) return;
    timer.current = setTimeout(() => {
      // The field may stay empty: what is not found is told in the text.
      call('GET /api/search', { query: { query }, isQuiet: true }).then(
        ({ items }) =>
          setOptions(
            items.map(({ id: record, title, what }) => ({
              id: record,
              // Titles come with the found words marked.
              value: `${fromHtml(title)
                .map(({ text }) => text)
                .join('')} (${what.toLowerCase()})`,
            })),
          ),
        () => {},
      );
    }, 300);
  };
  return (
    <Combobox
      id={id}
      label="О какой записи каталога"
      isOptional
      hint="Начните вводить название заболевания, препарата или учреждения."
      options={options}
      isFiltered
      onType={search}
      value={value}
      onChange={(chosen) => {
        setValue(chosen);
        onChange(chosen);
      }}
      error={error}
    />
  );
}
