import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { User } from '#contract/client/user.ts';
import { $dictionaries, loadDictionary } from '#stores/dictionaries.ts';
import { changeProfile } from '#stores/session.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../useMutation.ts';

/** The person's own therapeutic areas, each switched by its own call (B185, B239). */
export function Terra({ user }: { user: User }) {
  const { therapeuticarea = [] } = useStore($dictionaries);
  const { message, run } = useMutation();
  useEffect(() => {
    loadDictionary('therapeuticarea').catch(() => {});
  }, []);
  const change = (ids: string[]) =>
    void run(async () => {
      const own = user.therapeutic_area_id;
      const added = ids.filter((id) => !own.includes(id));
      const gone = own.filter((id) => !ids.includes(id));
      if (added.length > 0) await changeProfile('POST /api/user/terra/set', { form: { id: added } });
      if (gone.length > 0) await changeProfile('POST /api/user/terra/remove', { form: { id: gone } });
    });
  return (
    <Panel title="Мои области медицины">
      <MultiSelect
        id="terra"
        label="Области"
        hint="По ним портал предлагает, за чем следить. Изменения сохраняются сразу."
        options={therapeuticarea}
        value={user.therapeutic_area_id}
        onChange={change}
      />
      <FormError message={message} />
    </Panel>
  );
}
