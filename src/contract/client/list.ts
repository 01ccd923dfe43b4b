/**
 * Asks a call that gives a list. Its data when the answer says `success`, otherwise nothing: whatever went wrong, the
 * page lives on without the list (B241). An aborted question is told as such.
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
