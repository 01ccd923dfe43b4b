/** Server settings of proofs: local, with client networks from a header. */
export const ofProof = {
  HOST: '127.0.0.1',
  CAPTCHA: 'off',
  // Faster than people, from one network.
  RATE_LIMIT: '0',
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'loopback',
  // Keys of the data belong to the tests, as in the process that fills it.
  ...(process.env['XDG_CONFIG_HOME'] ? { XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] } : {}),
};
