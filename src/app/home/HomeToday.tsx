import { useStore } from '@nanostores/react';
import { isUnfinished } from '#contract/client/user.ts';
import { $user } from '#stores/session.ts';
import { Today } from './Today.tsx';

/** What the home page begins with for anyone who has signed in; to an account that is not finished the profile says what it lacks. */
export function HomeToday() {
  const user = useStore($user);
  if (!user || isUnfinished(user)) return null;
  return (
    <div className="wrap today-home">
      <Today key={user.id} />
    </div>
  );
}
