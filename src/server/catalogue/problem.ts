import { findKind, metaOf } from '#domain/kinds/index.ts';
import { HttpError } from '../http-error.ts';

export interface FieldProblem {
  field: string;
  message: string;
}

export class RecordProblem extends HttpError {
  readonly problem: string;

  constructor(about: { kind: string; record: string; field?: string; problem: string; status?: number }) {
    const definition = findKind(about.kind);
    const top = about.field?.split('.')[0] ?? '';
    const title = definition && metaOf(definition.fields.shape[top]).title;
    const field = about.field && (title ? `поле «${title}» (${about.field})` : `поле ${about.field}`);
    const subject = `${definition?.titles.one ?? about.kind} ${about.record}`;
    const message = [subject, field, about.problem].filter(Boolean).join(': ');
    super(about.status ?? 422, `${message.replace(/\.$/, '')}.`, about.field);
    this.name = 'RecordProblem';
    this.problem = about.problem;
  }
}
