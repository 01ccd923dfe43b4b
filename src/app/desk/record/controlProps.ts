import type { ReactNode } from 'react';
import type { EditedRecord } from '#contract/editors.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import type { How } from '#stores/step-history.ts';

export interface ControlProps {
  id: string;
  field: FieldDescription;
  value: unknown;
  onChange(value: unknown, how?: How): void;
  /** Titles of the records that values name by number. */
  names: EditedRecord['names'];
  /** Number of the record itself: it cannot be linked to. */
  self?: number | undefined;
  error?: string | undefined;
  /** Errors of fields inside: `0.code` → sentence. */
  errors?: ReadonlyMap<string, string> | undefined;
  hint?: ReactNode;
}

export interface Frame {
  id: string;
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isOptional: boolean;
}
