/** One dropdown of the page stands open at a time (B162). */
let closeCurrent: (() => void) | undefined;

export function claimDropdown(close: () => void): void {
  if (closeCurrent !== close) closeCurrent?.();
  closeCurrent = close;
}

export function releaseDropdown(close: () => void): void {
  if (closeCurrent === close) closeCurrent = undefined;
}
