/** A masked email address, distinguishable but not identifiable: `a…@example.ru`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at > 1 ? `${first}…${email.slice(at)}` : `…${email.slice(Math.max(at, 0))}`;
}
