import { mailings } from '#domain/subscriptions.ts';
import type { User } from '#contract/client/user.ts';
import { changeProfile } from '#stores/session.ts';
import { CheckField } from '#ui/Field.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';

/** Subscribe properties: which mailings of the portal are wanted (ruling G17, B184). */
export function Mailings({ user }: { user: User }) {
  const { isBusy, message, run } = useMutation();
  const change = (code: string, isWanted: boolean) =>
    void run(() =>
      changeProfile(isWanted ? 'POST /api/user/subscribe/set' : 'POST /api/user/subscribe/remove', {
        form: { id: [code] },
      }),
    );
  return (
    <Panel title="Рассылки" id="mailings">
      {mailings.map(({ code, title }) => (
        <CheckField
          key={code}
          id={`mailing-${code}`}
          label={title}
          checked={user.mailings.includes(code)}
          disabled={isBusy}
          onChange={({ target }) => change(code, target.checked)}
        />
      ))}
      <FormError message={message} />
    </Panel>
  );
}
