/** Cost of test passwords: hundreds are hashed, and main.test.ts tests the real cost. */
export const cheapPasswords = { memory: 64, passes: 1 };
