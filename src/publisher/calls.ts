import type { MessagePort, Worker } from 'node:worker_threads';

type Methods<Side> = { [Name in keyof Side]: (...args: never[]) => unknown };
interface Call {
  /** Without an id no result is wanted. */
  id?: number;
  name: string;
  args: never[];
}
type Answer = { id: number; result: unknown } | { id: number; error: { name: string; message: string } };

/** Calls between a thread and its parent, both ways. Errors travel as name and message. */
export function openCalls<Remote extends Methods<Remote>>(
  port: Worker | MessagePort,
  methods: Record<string, (...args: never[]) => unknown>,
) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  port.on('message', (message: Call | Answer) => {
    if ('name' in message) {
      void answer(message);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if ('result' in message) call?.resolve(message.result);
    else call?.reject(Object.assign(new Error(message.error.message), message.error));
  });

  async function answer({ id, name, args }: Call): Promise<void> {
    try {
      const result = await methods[name]!(...args);
      if (id !== undefined) port.postMessage({ id, result } satisfies Answer);
    } catch (error) {
      if (id === undefined) throw error;
      const { name: type, message } = error instanceof Error ? error : new Error(String(error));
      port.postMessage({ id, error: { name: type, message } } satisfies Answer);
    }
  }
  return {
    call<Name extends keyof Remote>(
      name: Name,
      ...args: Parameters<Remote[Name]>
    ): Promise<Awaited<ReturnType<Remote[Name]>>> {
      lastId += 1;
      const call = Promise.withResolvers<Awaited<ReturnType<Remote[Name]>>>();
      pending.set(lastId, call as PromiseWithResolvers<unknown>);
      port.postMessage({ id: lastId, name, args });
      return call.promise;
    },
    /** The same without a result. */
    send<Name extends keyof Remote>(name: Name, ...args: Parameters<Remote[Name]>): void {
      port.postMessage({ name, args });
    },
    /** Rejects the calls without a result, as after the end of the thread. */
    rejectAll(error: Error): void {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
}
