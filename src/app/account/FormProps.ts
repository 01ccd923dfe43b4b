import type { SentForm } from '#domain/render-request.ts';

export interface FormProps {
  /** What was typed before the form came alive; nothing when it is drawn for a page without scripts. */
  typed?: Readonly<Record<string, string>>;
  /** The form as it came without scripts. */
  sentForm?: SentForm | undefined;
}
