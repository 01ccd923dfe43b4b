import { useState } from 'react';
import type { User } from '#contract/client/user.ts';
import { codeInAddress } from '../account/codeInAddress.ts';
import { AccountType } from './AccountType.tsx';
import { GivenConsents } from './GivenConsents.tsx';
import { Deletion } from './Deletion.tsx';
import { Email, EmailConfirmation, EmailStop } from './Email.tsx';
import { LetterChoices } from './LetterChoices.tsx';
import { Mailings } from './Mailings.tsx';
import { MyData } from './MyData.tsx';
import { Password } from './Password.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

/** /profile/settings/: the life of an account (rulings G43, G63). The letters of a new address lead here too. */
export function SettingsScreen() {
  const [code] = useState(codeInAddress);
  if (code && new URLSearchParams(location.search).has('stop')) return <EmailStop code={code} />;
  if (code) return <EmailConfirmation code={code} />;
  return <ProfileFrame code="settings">{(user) => <Settings user={user} />}</ProfileFrame>;
}

function Settings({ user }: { user: User }) {
  return (
    <>
      <Email user={user} />
      <Password user={user} />
      <SecondFactor />
      <Sessions user={user} />
      <LetterChoices user={user} />
      <Mailings user={user} />
      <GivenConsents />
      <AccountType user={user} />
      <MyData />
      <Deletion user={user} />
    </>
  );
}
