import type { ErrorCode, ErrorParams, Problem } from '@ctdb/contracts';

/** The gateway's problem document; undefined if another server has responded. */
const parseProblem = (body: string): Partial<Problem> => {
  try {
    const value: unknown = JSON.parse(body);
    const described = typeof value === 'object' && value !== null && 'code' in value;
    return described ? (value as Problem) : {};
  } catch {
    return {};
  }
};

/** An answer that is not OK. The message is "<status>: <body, or the status text if it is empty>". */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** Absent if the response did not come from the gateway. */
  readonly code: ErrorCode | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(answer: Pick<Response, 'status' | 'statusText' | 'headers'>, body: string) {
    const { status, statusText, headers } = answer;
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const { code, params = {}, requestId } = parseProblem(body);
    this.status = status;
    this.headers = headers;
    this.code = code;
    this.params = params;
    this.requestId = requestId ?? headers.get('x-request-id') ?? undefined;
  }

  static async from(response: Response): Promise<ApiError> {
    return new ApiError(response, await response.text().catch(() => ''));
  }
}

/** Whether `error` is the API's answer with this code. */
export const isCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** The parameters of `error` if it is the API's error `code`, else undefined. */
export const findParams = <C extends ErrorCode>(error: unknown, code: C) =>
  isCode(error, code) ? (error.params as ErrorParams<C>) : undefined;

/** Seconds to wait before the next attempt, from the error's parameters or the header. */
export const findRetryAfter = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const seconds = Number(error.params.retryAfter ?? error.headers.get('retry-after') ?? NaN);
  return seconds > 0 ? seconds : undefined;
};
