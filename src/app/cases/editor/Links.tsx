import { useFormContext, useWatch } from 'react-hook-form';
import type { CaseContent } from '#stores/cases/content.ts';
import { rememberTitle, suggestRecords, type Linking } from '#stores/cases/records.ts';
import { Icon } from '#ui/Icon.tsx';
import { SuggestField } from '#ui/SuggestField.tsx';
import { controlId } from './control.ts';
import { useLinked } from './useCaseText.ts';

/** Records of the catalogue that the case is about. */
export function Links({ kind, label, most }: { kind: Linking; label: string; most: number }) {
  const { setValue } = useFormContext<CaseContent>();
  const ids = useWatch<CaseContent, Linking>({ name: kind });
  const chosen = useLinked(kind, ids);
  const put = (next: number[]) => setValue(kind, next, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="stack gap-8">
      <SuggestField
        id={controlId(kind)}
        label={label}
        hint="Начните вводить название"
        suggest={(query, signal) => suggestRecords(kind, query, signal)}
        titleOf={({ title }) => title}
        pick={(record) => {
          rememberTitle(kind, record);
          if (!ids.includes(record.id) && ids.length < most) put([...ids, record.id]);
        }}
      />
      {chosen.length > 0 && (
        <div className="chips flow gap-3">
          {chosen.map(({ id, title }) => (
            <button key={id} type="button" onClick={() => put(ids.filter((one) => one !== id))}>
              {title}
              <Icon name="x" label="убрать" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
