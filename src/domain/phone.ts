import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/** A number that can be dialled; Russian unless it says otherwise. `extract` finds it between other words. */
function dialled(text: string, extract: boolean): PhoneNumber | undefined {
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'RU', extract });
  return found?.isPossible() ? found : undefined;
}

/**
 * 9031234567 and 89031234567 both read +7 (903) 123-4567, with the extension where there is one; a foreign number and
 * other text are unchanged (ruling G36).
 */
export function formatPhone(input: string): string {
  const found = dialled(input, false);
  if (found?.countryCallingCode !== '7') return input;
  const { nationalNumber: digits, ext } = found;
  const number = `+7 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return ext ? `${number}, доб. ${ext}` : number;
}

/** A `tel:` address with the country and the extension (RFC 3966); undefined for text that is no number. */
export function phoneLink(input: string): string | undefined {
  // Emergency numbers have no country.
  if (/^\d{2,5}$/.test(input.trim())) return `tel:${input.trim()}`;
  return dialled(input, true)?.getURI();
}

/** Every number of a line that has several; one number, or a line with other words, as it is. */
export function readPhones(line: string): string[] {
  const parts = line
    .split(/[;,\n/](?!\s*(?:доб|ext|внутр))/i)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length > 1 && parts.every((part) => dialled(part, false)) ? parts : [line];
}

/** Why a text cannot be a telephone; undefined for one that can, known or not. */
export const refusePhone = (text: string): string | undefined =>
  /^\d([.,]\d+)?E\+?\d+$/i.test(text)
    ? 'таблица сохранила номер как число, цифры потеряны: сделайте ячейку текстовой и введите номер заново'
    : undefined;
