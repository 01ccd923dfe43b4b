/** Server settings of proofs: local, with client networks from a header. */
export const ofProof = {
  HOST: '127.0.0.1',
  CAPTCHA: 'off',
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'loopback',
};
