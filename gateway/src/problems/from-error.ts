import { toDomainError, type AppLogger } from '@ctdb/chassis';
import { DomainError, MAX_JSON_BODY_BYTES, type FieldError } from '@ctdb/contracts';

const validationError = (error: FieldError): DomainError =>
  new DomainError('VALIDATION_FAILED', { faults: [error] });

const byFastifyCode: Readonly<Record<string, () => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_JSON_BODY_BYTES }),
  FST_ERR_BAD_URL: () => validationError({ path: 'path', code: 'WRONG_FORMAT' }),
};

const fromFastifyError = (error: Error): DomainError | undefined => {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? byFastifyCode[code] : undefined;
  if (known) return known();
  // Whatever else the framework holds against a request is about its framing or its body.
  const isClients = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  // A body whose sender went away before its end.
  return isClients || code === 'ECONNRESET' ? new DomainError('MALFORMED_BODY') : undefined;
};

/**
 * The error to answer with: what a service or we threw on purpose, or what the framework refused;
 * anything else is a bug, which is logged and answered with `INTERNAL_ERROR`.
 */
export const fromError = (error: unknown, logger: AppLogger): DomainError => {
  if (error instanceof DomainError) return error;
  const refused = error instanceof Error ? fromFastifyError(error) : undefined;
  return refused ?? toDomainError(error, logger, 'a request failed');
};
