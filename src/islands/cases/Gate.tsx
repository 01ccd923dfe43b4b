import { useStore } from '@nanostores/react';
import { useEffect, useState, type FunctionComponent } from 'react';
import { isEditor, readsCases } from '#contract/client/user.ts';
import { $hasSessionFailed, $user, loadUser } from '#stores/session.ts';
import { Failed } from '../Failed.tsx';
import { Skeleton } from './States.tsx';

interface Props {
  load(): Promise<FunctionComponent>;
  readers: 'doctors' | 'editors';
}

/** Opens a screen to those whom it is for. The page itself has the words for the others. */
export function Gate({ load, readers }: Props) {
  const user = useStore($user);
  const hasFailed = useStore($hasSessionFailed);
  const may = readers === 'editors' ? isEditor(user) : readsCases(user);
  const [Screen, setScreen] = useState<FunctionComponent>();
  useEffect(() => {
    if (may) void load().then((component) => setScreen(() => component));
  }, [may, load]);
  if (user === undefined)
    return hasFailed ? (
      <Failed
        className="case-message"
        message="Не удалось узнать, вошли ли вы."
        again={() => void loadUser()}
      />
    ) : (
      <Skeleton />
    );
  if (!may) return null;
  return Screen ? <Screen /> : <Skeleton />;
}
