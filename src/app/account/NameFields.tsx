import { CheckField, TextField } from '#ui/Field.tsx';
import type { FieldsOf } from '../lib/useCallForm.ts';

/** Who a person is. Отчество some people do not have: then a dash is sent (ruling G34). */
export function NameFields({
  of: { field, select },
}: {
  of: FieldsOf<'last_name' | 'name' | 'second_name'>;
}) {
  const second = field('second_name');
  const { value, onChange } = select('second_name');
  const hasNone = value === '-';
  return (
    <>
      <TextField label="Фамилия" autoComplete="family-name" required {...field('last_name')} />
      <TextField label="Имя" autoComplete="given-name" required {...field('name')} />
      {hasNone ? (
        <TextField key="none" label="Отчество" id={second.id} disabled />
      ) : (
        <TextField label="Отчество" autoComplete="additional-name" required {...second} />
      )}
      <CheckField
        id={`${second.id}-none`}
        label="Нет отчества"
        checked={hasNone}
        onChange={({ target }) => onChange(target.checked ? '-' : '')}
      />
    </>
  );
}
