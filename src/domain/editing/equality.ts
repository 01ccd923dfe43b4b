export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Equality of field values: an empty list equals no value, key order is ignored. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isEmpty(one) && isEmpty(other))) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isAlike(value, other[index]))
    );
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    isAlike(left[key], right[key]),
  );
}
