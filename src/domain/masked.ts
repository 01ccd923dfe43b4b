/** An address of mail for those who need to know one from another and not whose it is: `a…@example.ru`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at > 1 ? `${first}…${email.slice(at)}` : `…${email.slice(Math.max(at, 0))}`;
}
