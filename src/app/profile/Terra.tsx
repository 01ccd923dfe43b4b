import type { User } from '#contract/client/user.ts';
import { changeProfile } from '#stores/session.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useDictionary } from '../lib/useDictionary.ts';
import { useMutation } from '../lib/useMutation.ts';

/** The person's own therapeutic areas, each switched by its own call (B185, B239). */
export function Terra({ user }: { user: User }) {
  const areas = useDictionary('therapeuticarea');
  const { message, run } = useMutation();
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
        options={areas}
        value={user.therapeutic_area_id}
        onChange={change}
      />
      <FormError message={message} />
    </Panel>
  );
}
