import { useState } from 'react';
import { CallError } from '#contract/client/call.ts';

/**
 * What a button does: under way or not, and the sentence when it was refused, empty otherwise (ruling G28). `run` gives
 * what was answered, and nothing after a refusal.
 */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  async function run<Result>(mutate: () => Promise<Result>): Promise<Result | undefined> {
    setBusy(true);
    setMessage('');
    try {
      return await mutate();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return { run, isBusy, message };
}
