import { useStore } from '@nanostores/react';
import { $dictionaries, sortedByValue } from '#stores/dictionaries.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { TextField } from '#ui/Field.tsx';
import type { FieldsOf } from '../lib/useCallForm.ts';

/** Whom a partner speaks for, and which disease it is about. */
export function PartnerWork({
  of: { field, select },
}: {
  of: FieldsOf<'company' | 'position' | 'catalog_disease_id'>;
}) {
  const { diseases = [] } = useStore($dictionaries);
  return (
    <>
      <TextField label="Компания" autoComplete="organization" required {...field('company')} />
      <TextField label="Должность" autoComplete="organization-title" required {...field('position')} />
      <Combobox
        label="Заболевание"
        placeholder="Начните вводить название"
        required
        options={sortedByValue(diseases)}
        {...select('catalog_disease_id')}
      />
    </>
  );
}
