import { AppLogger, runInContext, toDomainError } from '@ctdb/chassis';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type FieldError, MAX_JSON_BODY_BYTES } from '@ctdb/contracts';
import { getRequestContext } from '../http/request-context.js';
import { problemHeaders, toProblem } from './problem.js';

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

/** Answers `request` with whatever went wrong, as application/problem+json. */
export const sendProblem = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: AppLogger,
): FastifyReply => {
  const requestContext = getRequestContext(request);
  const known = runInContext(requestContext.logContext(), () => fromError(error, logger));
  requestContext.errorCode = known.code;
  const problem = toProblem(known, requestContext);
  // Fastify closes the connection on a body that is too large, and the client, still sending,
  // would lose the answer. Node reads the rest away, within the time that a request may take.
  if (known.code === 'PAYLOAD_TOO_LARGE') reply.removeHeader('connection');
  return reply.code(problem.status).headers(problemHeaders(known)).send(JSON.stringify(problem));
};

/** Answers with a problem for any error of a handler. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: AppLogger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    void sendProblem(
      error,
      http.getRequest<FastifyRequest>(),
      http.getResponse<FastifyReply>(),
      this.logger,
    );
  }
}
