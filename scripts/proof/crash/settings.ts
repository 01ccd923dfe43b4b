/** How every server of a proof is run: on this machine alone, each client from the network that it names. */
export const ofProof = {
  HOST: '127.0.0.1',
  CAPTCHA: 'off',
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'loopback',
};
