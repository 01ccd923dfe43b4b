import { useState } from 'react';
import { CallError } from '#contract/client/call.ts';

type MutationResult<Data> = { ok: true; data: Data } | { ok: false; error: CallError };

/** State of a mutation: whether it is pending, and why it was refused, empty otherwise (ruling G28). */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError>();
  async function run<Data>(mutate: () => Promise<Data>): Promise<MutationResult<Data>> {
    setBusy(true);
    setError(undefined);
    try {
      return { ok: true, data: await mutate() };
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal;
      setError(refusal);
      return { ok: false, error: refusal };
    } finally {
      setBusy(false);
    }
  }
  return { run, isBusy, error, message: error?.message ?? '' };
}
