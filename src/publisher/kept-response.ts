const FetchResponse = globalThis.Response;

const readers = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'] as const;

/**
 * A response that keeps the bytes or text it was made of. Fetch copies them into a stream and out of it, which takes 4 %
 * of a full render.
 */
export class KeptResponse extends FetchResponse {
  readonly #kept: Uint8Array<ArrayBuffer> | string | undefined;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const isKept = typeof body === 'string' || body instanceof Uint8Array;
    super(isKept ? null : body, init);
    if (isKept) this.#kept = body as Uint8Array<ArrayBuffer> | string;
  }

  static {
    for (const name of readers)
      Object.defineProperty(this.prototype, name, {
        value(this: KeptResponse) {
          const fetched = this.#kept === undefined ? this : new FetchResponse(this.#kept, this);
          return (FetchResponse.prototype[name] as (this: Response) => unknown).call(fetched);
        },
      });
  }

  // `Response.json()` makes a response of fetch's own class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof FetchResponse;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#kept === undefined ? super.body : new FetchResponse(this.#kept).body;
  }

  /** Bytes of the body of any response; not a copy. */
  static async contentOf(response: Response): Promise<Buffer<ArrayBuffer>> {
    const kept = #kept in response ? response.#kept : undefined;
    if (typeof kept === 'string') return Buffer.from(kept);
    if (kept) return Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
    return Buffer.from(await response.arrayBuffer());
  }
}
