import type { Problem } from '../http-error.ts';

export type Json = Record<string, unknown>;
export type Resource = Json & { resourceType: string };
export type NamedResource = Resource & { id: string; url: string };

/** Codes of `issue-type`, by status. */
const issueCodes: Readonly<Record<number, string>> = {
  400: 'invalid',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  408: 'timeout',
  413: 'too-long',
  414: 'too-long',
  415: 'not-supported',
  421: 'invalid',
  422: 'processing',
  429: 'throttled',
  503: 'transient',
};

export const outcomeOf = (status: number, problems: readonly Problem[]): Resource => ({
  resourceType: 'OperationOutcome',
  issue: problems.map(({ message, field }) => ({
    severity: status >= 500 ? 'fatal' : 'error',
    code: issueCodes[status] ?? (status >= 500 ? 'exception' : 'processing'),
    details: { text: message },
    ...(field ? { expression: [field] } : {}),
  })),
});

/** A parameter of a Parameters resource; an undefined value leaves it out. */
export const parameter = (name: string, key: `value${string}`, value: unknown): Json[] =>
  value === undefined ? [] : [{ name, [key]: value }];

export const parametersOf = (parameters: readonly Json[]): Resource => ({
  resourceType: 'Parameters',
  parameter: parameters,
});
