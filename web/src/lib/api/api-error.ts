import { errorParams, problem, type ErrorCode, type ErrorParams } from '@ctdb/contracts';

interface Failure {
  status: number;
  statusText: string;
  body: string;
  headers: Headers;
}

const parseProblem = (body: string) => {
  try {
    return problem.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

/** An answer that is not OK. The message is "<status>: <body, or the status text if it is empty>". */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** Absent where the answer did not come from our gateway. */
  readonly code: ErrorCode | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor({ status, statusText, body, headers }: Failure) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const details = parseProblem(body);
    this.status = status;
    this.headers = headers;
    this.code = details?.code;
    this.params = details?.params ?? {};
    this.requestId = details?.requestId ?? headers.get('x-request-id') ?? undefined;
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await response.text().catch(() => '');
    const { status, statusText, headers } = response;
    return new ApiError({ status, statusText, body, headers });
  }
}

/** The parameters of `error` if it is the API's error `code`, else undefined. */
export const paramsOf = <C extends ErrorCode>(
  error: unknown,
  code: C,
): ErrorParams<C> | undefined => {
  if (!(error instanceof ApiError) || error.code !== code) return undefined;
  return errorParams[code].safeParse(error.params).data as ErrorParams<C> | undefined;
};

/** Whether `error` is the API's answer with this code. */
export const isCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code;

/** Seconds that the server asks to wait before the next try, from its parameters or its header. */
export const retryAfterOf = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const seconds = Number(error.params.retryAfter ?? error.headers.get('retry-after') ?? NaN);
  return seconds > 0 ? seconds : undefined;
};
