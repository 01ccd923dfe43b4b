/** Whether this browser keeps keys for this page: old ones do not, nor does any for an address in digits or without https. */
export const canHavePasskeys = () =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
