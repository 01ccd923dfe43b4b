import { useStore } from '@nanostores/react';
import { $dictionaries } from '#stores/dictionaries.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { TextField } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import type { FieldsOf } from '../lib/useCallForm.ts';
import { Suggestions } from './Suggestions.tsx';

type Name = 'subject_federation_id' | 'city' | 'med' | 'therapeutic_area_id' | 'scientific_status_id';

/** The dictionaries that these questions choose from. */
export const doctorDictionaries = ['subject', 'therapeuticarea', 'scientificstatus'] as const;

/** Where a doctor works and what they are; in the profile of an editor's account all of it may be missing. */
export function DoctorWork({
  of: { field, select, multiSelect },
  isRequired = true,
}: {
  of: FieldsOf<Name>;
  isRequired?: boolean;
}) {
  const { subject = [], therapeuticarea = [], scientificstatus = [] } = useStore($dictionaries);
  const region = select('subject_federation_id');
  const [city, med] = [field('city'), field('med')];
  const lists = { cities: `${city.id}-list`, institutions: `${med.id}-list` };
  return (
    <>
      <Combobox
        label="Субъект Федерации"
        placeholder="Начните вводить название"
        required={isRequired}
        options={subject}
        {...region}
      />
      <TextField
        label="Город"
        autoComplete="address-level2"
        required={isRequired}
        list={lists.cities}
        {...city}
      />
      <TextField
        label="Медицинское учреждение"
        autoComplete="organization"
        required={isRequired}
        list={lists.institutions}
        {...med}
      />
      <Suggestions region={region.value} {...lists} />
      <MultiSelect
        label="Области медицины"
        placeholder="Выберите одну или несколько"
        required={isRequired}
        options={therapeuticarea}
        {...multiSelect('therapeutic_area_id')}
      />
      <MultiSelect
        label="Учёная степень и звание"
        placeholder="Выберите из списка"
        required={isRequired}
        options={scientificstatus}
        {...multiSelect('scientific_status_id')}
      />
    </>
  );
}
