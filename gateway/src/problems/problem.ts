import {
  type DomainError,
  type ErrorCode,
  type ErrorParams,
  errorStatus,
  formatFileSize,
  formatMoney,
  type Locale,
  type Problem,
  type RouteContract,
} from '@ctdb/contracts';
import { formatText, pluralForm, type Texts, texts } from '@ctdb/contracts/texts';

/** Parameters that the API promises as members of the body itself, too. */
const codesWithTopLevelParams: readonly ErrorCode[] = [
  'VERSION_CONFLICT',
  'TREATMENT_EXISTS',
  'TRANSLATION_NOT_CONFIGURED',
];

/** Describes what the wording of a problem depends on. */
export interface ProblemContext {
  readonly locale: Locale;
  readonly requestId: string;
  /** Where it is not the code's own. */
  readonly status?: number;
  /** Describes what was asked for. */
  readonly contract?: RouteContract | undefined;
}

const units = [
  ['seconds', 1],
  ['minutes', 60],
] as const;

const formatWait = (seconds: number, locale: Locale): string => {
  const [unit, length] = units.find(([, each]) => seconds < 120 * each) ?? ['hours', 3_600];
  const count = Math.ceil(seconds / length);
  return formatText(texts[locale].gateway.when[`${unit}_${pluralForm(count)}`], { count });
};

const secondsUntil = (time: string): number =>
  Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / 1_000));

/** The parameters of an error as its text needs them. */
const toValues = (params: ErrorParams, locale: Locale) => ({
  ...('retryAfter' in params && { when: formatWait(params.retryAfter, locale) }),
  ...('notBefore' in params && { when: formatWait(secondsUntil(params.notBefore), locale) }),
  ...('maxBytes' in params && { size: formatFileSize(params.maxBytes) }),
  ...('maxMegapixels' in params && { megapixels: params.maxMegapixels }),
  ...('min' in params && { min: params.min }),
  ...('charge' in params && { amount: formatMoney(params.charge.amount, params.charge.currency) }),
});

/** Missing access has a text for each reason, an exceeded limit one for each quota, a refund one for a rest. */
const toTextKey = ({ code, params }: DomainError): keyof Texts['errors'] => {
  if (code === 'ACCESS_REQUIRED' && 'reason' in params && params.reason !== 'ended')
    return `${code}_${params.reason}`;
  if (code === 'NOT_REFUNDABLE' && 'part' in params && params.part) return `${code}_${params.part}`;
  if (code === 'RATE_LIMITED' && 'quota' in params && params.quota)
    return `${code}_${params.quota}`;
  return code;
};

/** The body of a failed answer, worded in the reader's language. */
export const toProblem = (error: DomainError, context: ProblemContext): Problem => {
  const { code, params } = error;
  const { errors, errorTitles } = texts[context.locale];
  const message = formatText(errors[toTextKey(error)], toValues(params, context.locale));
  return {
    type: `urn:colour-therapy:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: errorTitles[code],
    status: context.status ?? errorStatus[code],
    code,
    message,
    params: { ...params },
    requestId: context.requestId,
    ...(context.contract?.hasLegacyErrorField ? { error: message } : {}),
    ...(codesWithTopLevelParams.includes(code) ? params : {}),
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
  if (errorStatus[code] === 401) headers['www-authenticate'] = 'Bearer';
  return headers;
};
