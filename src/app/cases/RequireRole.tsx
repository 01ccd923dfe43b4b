import { useStore } from '@nanostores/react';
import { useEffect, useState, type FunctionComponent } from 'react';
import { isEditor, readsCases, writesCases, type User } from '#contract/client/user.ts';
import { $hasSessionFailed, $user, loadUser } from '#stores/session.ts';
import { LoadError } from '../lib/LoadError.tsx';
import { Skeleton } from './States.tsx';

/** Whom a screen is for: doctors who write cases, those who read published ones, editors. */
export type CasesAudience = 'doctors' | 'readers' | 'editors';

const isFor: Record<CasesAudience, (user: User | null | undefined) => boolean> = {
  doctors: writesCases,
  readers: readsCases,
  editors: isEditor,
};

interface Props {
  load(): Promise<FunctionComponent>;
  audience: CasesAudience;
}

/** Opens a screen to those whom it is for. The page itself has the words for the others. */
export function RequireRole({ load, audience }: Props) {
  const user = useStore($user);
  const hasFailed = useStore($hasSessionFailed);
  const may = isFor[audience](user);
  const [Screen, setScreen] = useState<FunctionComponent>();
  useEffect(() => {
    if (may) void load().then((component) => setScreen(() => component));
  }, [may, load]);
  if (user === undefined)
    return hasFailed ? (
      <LoadError
        className="dashed pad-12 stack gap-6 justify-start"
        message="Не удалось узнать, вошли ли вы."
        refetch={() => void loadUser()}
      />
    ) : (
      <Skeleton />
    );
  if (!may) return null;
  return Screen ? <Screen /> : <Skeleton />;
}
