import type { DomainError, ErrorCode, Locale, Problem, RouteContract } from '@ctdb/contracts';
import { statusOf } from './status.js';
import { en } from './words/en.js';
import { kn } from './words/kn.js';
import type { Words, Wording } from './words/words.js';

const words: Readonly<Record<Locale, Words>> = { en, kn };

/** Parameters that the API promises as members of the body itself, too. */
const promised: readonly ErrorCode[] = [
  'VERSION_CONFLICT',
  'TREATMENT_EXISTS',
  'TRANSLATION_NOT_CONFIGURED',
];

/** What the wording of a problem depends on. */
export interface ProblemContext {
  readonly locale: Locale;
  readonly requestId: string;
  /** Where it is not the code's own. */
  readonly status?: number;
  /** What was asked for. */
  readonly contract?: RouteContract | undefined;
}

/** The body of a failed answer, worded in the reader's language. */
export const problemOf = (error: DomainError, context: ProblemContext): Problem => {
  const { code, params } = error;
  const { title, message: wording } = words[context.locale][code] as Wording<ErrorCode>;
  const message = typeof wording === 'string' ? wording : wording(params);
  return {
    type: `urn:colour-therapy:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status: context.status ?? statusOf[code],
    code,
    message,
    params: { ...params },
    requestId: context.requestId,
    ...(context.contract?.namesError ? { error: message } : {}),
    ...(promised.includes(code) ? params : {}),
  };
};

/** Headers that go with a problem. */
export const problemHeaders = ({ code, params }: DomainError): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    vary: 'Accept-Language',
  };
  if ('retryAfter' in params) headers['retry-after'] = String(params.retryAfter);
  if ('allow' in params) headers['allow'] = params.allow.join(', ');
  if (code === 'RANGE_NOT_SATISFIABLE' && 'size' in params)
    headers['content-range'] = `bytes */${params.size}`;
  if (statusOf[code] === 401) headers['www-authenticate'] = 'Bearer';
  return headers;
};
