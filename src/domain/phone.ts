/** 9031234567 and 89031234567 both read +7 (903) 123-4567; other text is unchanged (ruling G36). */
export function formatPhone(input: string): string {
  const digits = input.replace(/\D/g, '');
  const national =
    digits.length === 10
      ? digits
      : digits.length === 11 && /^[78]/.test(digits)
        ? digits.slice(1)
        : undefined;
  return national ? `+7 (${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}` : input;
}

/** A `tel:` address: digits, with the country code where known. */
export function phoneLink(input: string): string {
  const digits = formatPhone(input).replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('7') ? `tel:+${digits}` : `tel:${digits}`;
}
