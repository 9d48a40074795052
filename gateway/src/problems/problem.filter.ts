import { AppLogger, runInContext } from '@ctdb/chassis';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getRequestContext } from '../http/request-context.js';
import { fromError } from './from-error.js';
import { problemHeaders, toProblem } from './problem.js';

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
