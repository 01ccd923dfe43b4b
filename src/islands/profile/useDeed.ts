import { useState } from 'react';
import { CallError } from '#contract/client/call.ts';

/** A deed of a button: under way or not, and the sentence when it did not succeed (ruling G28). */
export function useDeed() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function run(deed: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      await deed();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, problem, run };
}
