import { useState } from 'react';
import { CallError } from '#contract/client/call.ts';

type MutationResult<Data> = { ok: true; data: Data } | { ok: false };

/** State of a mutation: whether it is pending, and why it was refused, empty otherwise (ruling G28). */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  async function run<Data>(mutate: () => Promise<Data>): Promise<MutationResult<Data>> {
    setBusy(true);
    setMessage('');
    try {
      return { ok: true, data: await mutate() };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
      return { ok: false };
    } finally {
      setBusy(false);
    }
  }
  return { run, isBusy, message };
}
