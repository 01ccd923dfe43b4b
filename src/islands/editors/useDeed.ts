import { useState } from 'react';
import { call, CallError, type CallName, type Output, type Sent } from '#contract/client/call.ts';

/** A deed by a call: one at a time, with the sentence of its refusal. */
export function useDeed() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  async function run<Name extends CallName>(name: Name, sent: Sent): Promise<Output<Name> | undefined> {
    setBusy(true);
    setMessage('');
    try {
      return await call(name, sent);
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
