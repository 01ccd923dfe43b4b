let taken: string | undefined;

/**
 * The code of the link that a letter brought; it leaves the address at once, so that neither history nor a log of some
 * other host keeps it (ruling G14).
 */
export function codeInAddress(): string {
  if (taken !== undefined) return taken;
  const query = new URLSearchParams(location.search);
  taken = query.get('code') ?? query.get('token') ?? '';
  if (taken) {
    query.delete('code');
    query.delete('token');
    const rest = query.toString();
    history.replaceState(history.state, '', location.pathname + (rest ? `?${rest}` : '') + location.hash);
  }
  return taken;
}
