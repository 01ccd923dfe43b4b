import { useState } from 'react';
import { isFamily, isPartner, type User } from '#contract/client/user.ts';
import { Button } from '#ui/Button.tsx';
import { FirstSteps } from '../home/FirstSteps.tsx';
import { Today } from '../home/Today.tsx';
import { Avatar } from './Avatar.tsx';
import { DoctorData, DoctorDataForm } from './DoctorData.tsx';
import { FamilyData, FamilyDataForm } from './FamilyData.tsx';
import { Panel } from './Panel.tsx';
import { PartnerData, PartnerDataForm } from './PartnerData.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';

/** /profile/: who I am (ruling G43). */
export function MainScreen() {
  return <ProfileFrame code="main">{(user) => <Main user={user} />}</ProfileFrame>;
}

function Main({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const close = (hasSaved: boolean) => {
    setEditing(false);
    setSaved(hasSaved);
  };
  const [Data, Form] = isFamily(user)
    ? [FamilyData, FamilyDataForm]
    : isPartner(user)
      ? [PartnerData, PartnerDataForm]
      : [DoctorData, DoctorDataForm];
  return (
    <>
      <FirstSteps user={user} />
      <Today />
      {!isFamily(user) && (
        <Panel title="Фотография">
          <Avatar user={user} />
        </Panel>
      )}
      <Panel
        title="Личные данные"
        action={
          !isEditing && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                setSaved(false);
                setEditing(true);
              }}
            >
              Изменить
            </Button>
          )
        }
      >
        <p className="callout" data-tone="ok" role="status">
          {isSaved && 'Изменения сохранены.'}
        </p>
        {isEditing ? <Form user={user} onClose={close} /> : <Data user={user} />}
      </Panel>
    </>
  );
}
