import { z } from 'zod';

/** Descriptors of Web Authentication level 3 as JSON, passed unchanged to the browser. */
const key = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** For navigator.credentials.get(): PublicKeyCredentialRequestOptionsJSON. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  /** Omitted when any key of this site is accepted. */
  allowCredentials: z.array(key).optional(),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** For navigator.credentials.create(): PublicKeyCredentialCreationOptionsJSON. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(key),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
});

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
});
