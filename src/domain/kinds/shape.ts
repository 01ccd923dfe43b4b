interface Definition {
  def?: { type?: string };
  shape?: Record<string, unknown>;
  element?: unknown;
  unwrap?: () => unknown;
}

/** The schema inside its wrappers. */
function bare(schema: unknown): Definition {
  let current = (schema ?? {}) as Definition;
  while (current.unwrap && current.def?.type !== 'array') current = current.unwrap() as Definition;
  return current;
}

/** 'enum', 'object', 'array' … */
export const typeOf = (schema: unknown): string | undefined => bare(schema).def?.type;
/** The fields of an object; none of anything else. */
export const shapeOf = (schema: unknown): Record<string, unknown> => bare(schema).shape ?? {};
/** The fields of the objects in a list. */
export const itemShapeOf = (schema: unknown): Record<string, unknown> => shapeOf(bare(schema).element);
