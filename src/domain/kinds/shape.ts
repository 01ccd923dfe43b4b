interface Definition {
  def?: { type?: string };
  shape?: Record<string, unknown>;
  element?: unknown;
  unwrap?: () => unknown;
}

function bare(schema: unknown): Definition {
  let current = (schema ?? {}) as Definition;
  while (current.unwrap && current.def?.type !== 'array') current = current.unwrap() as Definition;
  return current;
}

export const typeOf = (schema: unknown): string | undefined => bare(schema).def?.type;
/** Fields of an object schema, otherwise none. */
export const shapeOf = (schema: unknown): Record<string, unknown> => bare(schema).shape ?? {};
/** Fields of the objects in a list. */
export const itemShapeOf = (schema: unknown): Record<string, unknown> => shapeOf(bare(schema).element);
