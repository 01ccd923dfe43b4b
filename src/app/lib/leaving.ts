import { useEffect, useEffectEvent } from 'react';

/** Asks before leaving a page with input that would be lost. */
export function useLeaveGuard(wouldLose: () => boolean): void {
  const guard = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => guard(event);
    addEventListener('beforeunload', listen);
    return () => removeEventListener('beforeunload', listen);
  }, []);
}

/** Ctrl+S saves, on the Russian layout too, where the key writes «ы». */
export function useSaveKey(saveNow: () => Promise<boolean>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    void saveNow();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
