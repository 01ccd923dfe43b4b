import { useStore } from '@nanostores/react';
import { $user } from '#stores/session.ts';
import { Today } from './Today.tsx';

/** What the home page begins with for whoever has signed in; to an account that is not finished the profile says what it lacks. */
export function HomeToday() {
  const user = useStore($user);
  if (!user || user.must_renew_password || user.second_factor === 'required') return null;
  return (
    <div className="wrap today-home">
      <Today key={user.id} />
    </div>
  );
}
