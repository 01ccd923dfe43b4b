import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for cookies and links. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Stored instead of a secret, which a database reader cannot use. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
