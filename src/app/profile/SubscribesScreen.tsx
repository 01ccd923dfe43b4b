import type { User } from '#contract/client/user.ts';
import { DigestPreview } from './DigestPreview.tsx';
import { Followed } from './Followed.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';
import { Terra } from './Terra.tsx';

/** /profile/subscribes/: what I follow, how often letters come, and what the next one says. */
export function SubscribesScreen() {
  return <ProfileFrame code="subscribes">{(user) => <Subscribes user={user} />}</ProfileFrame>;
}

function Subscribes({ user }: { user: User }) {
  return (
    <>
      <Followed />
      <DigestPreview />
      <Terra user={user} />
    </>
  );
}
