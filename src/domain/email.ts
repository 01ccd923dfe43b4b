const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const domain = new RegExp(`^(?:${label}\\.)*${label}$`, 'u');
const isLocal = (part: string) => /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/.test(part) && !/^\.|\.$|\.\./.test(part);

/** Whether mail can be sent to the address; the domain may be Cyrillic, the local part may not. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  return (
    at > 0 &&
    text.length <= 254 &&
    isLocal(text.slice(0, at)) &&
    domain.test(host) &&
    (host.includes('.') || host === 'localhost')
  );
}

export const badEmail =
  'Проверьте адрес почты: он выглядит как ivanov@example.ru, буквы до знака @ латинские.';
