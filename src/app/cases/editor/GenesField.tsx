import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { acmgClasses, caseLimits, zygosities } from '#domain/cases.ts';
import { problemOfGene, problemOfHgvs } from '#domain/hgvs.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';
import { controlId } from './control.ts';
import { ItemButton, ItemHead } from './ItemHead.tsx';
import { CaseTextField } from './CaseTextField.tsx';

/** Variants of genes as laboratories report them. */
export function GenesField() {
  const { control } = useFormContext<CaseContent>();
  const { fields, append, remove } = useFieldArray({ control, name: 'genes' });
  return (
    <div className="case-items stack gap-8" id={controlId('genes')} tabIndex={-1}>
      <ul>
        {fields.map((gene, index) => (
          <li key={gene.id} className="case-item stack gap-6 pad-8 rounded">
            <ItemHead title={`Вариант ${index + 1}`}>
              <ItemButton onClick={() => remove(index)} aria-label={`Убрать вариант ${index + 1}`}>
                Убрать
              </ItemButton>
            </ItemHead>
            <div className="columns column-12 gap-8 align-end">
              <Named index={index} name="gene" label="Ген" hint="Обозначение HGNC: GBA1" />
              <Named
                index={index}
                name="hgvs"
                label="Вариант по HGVS"
                hint="NM_000157.4:c.1226A>G или p.Asn409Ser"
              />
              <Listed index={index} name="zygosity" label="Зиготность" list={zygosities} />
              <Listed index={index} name="acmg" label="Класс по ACMG" list={acmgClasses} />
            </div>
            <CaseTextField path={`genes.${index}.note`} label="Примечание" isOptional />
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        disabled={fields.length >= caseLimits.genes}
        onClick={() =>
          append(
            { gene: '', hgvs: '', zygosity: '', acmg: '', note: '' },
            { focusName: `genes.${fields.length}.gene` },
          )
        }
      >
        Добавить вариант гена
      </Button>
    </div>
  );
}

const problemOf = { gene: problemOfGene, hgvs: problemOfHgvs };

interface Place {
  index: number;
  label: string;
}

/** Errors are shown while typing. */
function Named({ index, name, label, hint }: Place & { name: 'gene' | 'hgvs'; hint: string }) {
  const { register } = useFormContext<CaseContent>();
  const path = `genes.${index}.${name}` as const;
  const typed = useWatch<CaseContent, typeof path>({ name: path }) ?? '';
  const error = (typed.trim() && problemOf[name](typed)) || undefined;
  return (
    <TextField
      {...register(path)}
      id={controlId(path)}
      label={label}
      hint={hint}
      error={error}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function Listed({
  index,
  name,
  label,
  list,
}: Place & { name: 'zygosity' | 'acmg'; list: Readonly<Record<string, string>> }) {
  const { register } = useFormContext<CaseContent>();
  const path = `genes.${index}.${name}` as const;
  return (
    <SelectField {...register(path)} id={controlId(path)} label={label}>
      <option value="">не указан</option>
      {Object.entries(list).map(([code, title]) => (
        <option key={code} value={code}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
