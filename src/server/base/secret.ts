import { createHash, randomBytes } from 'node:crypto';

/** 256 bits that nobody guesses, fit for cookies and links. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** What is stored instead of a secret: anyone who reads the database can use none of them. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
