/**
 * Fetches a list; returns undefined on any failure, so that the page works without it (B241). An aborted
 * request throws.
 */
export async function fetchList<Item>(address: string, signal?: AbortSignal): Promise<Item[] | undefined> {
  try {
    const response = await fetch(address, signal ? { signal } : {});
    const answer = (await response.json()) as { status?: string; data?: Item[] };
    return answer.status === 'success' ? (answer.data ?? []) : undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}
