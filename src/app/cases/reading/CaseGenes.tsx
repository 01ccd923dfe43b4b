import type { ReactNode } from 'react';
import type { CaseContent } from '#contract/forms/cases.ts';
import { acmgClasses, zygosities } from '#domain/cases.ts';
import { DataTable } from '#ui/DataTable.tsx';

interface Props {
  genes: CaseContent['genes'];
  say(path: string, words: string): ReactNode;
}

/** Variants of genes that were found. */
export function CaseGenes({ genes, say }: Props) {
  return (
    <DataTable label="Генетика" columns={['Ген', 'Вариант', 'Зиготность', 'Класс по ACMG']}>
      {genes.map(({ gene, hgvs, zygosity, acmg, note }, index) => (
        <tr key={index}>
          <th scope="row">
            <i>{gene}</i>
            {note && <span className="muted small"> {say(`genes.${index}.note`, note)}</span>}
          </th>
          <td>{hgvs}</td>
          <td data-title="Зиготность">{zygosity && zygosities[zygosity]}</td>
          <td data-title="Класс по ACMG">{acmg && acmgClasses[acmg]}</td>
        </tr>
      ))}
    </DataTable>
  );
}
