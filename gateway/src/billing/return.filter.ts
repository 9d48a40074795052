import { AppLogger, runInContext } from '@ctdb/chassis';
import { providerOrderId } from '@ctdb/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QueryString } from '../http/query-string.js';
import { fromError } from '../problems/from-error.js';
import { getRequestContext } from '../http/request-context.js';

/**
 * Leads a buyer who comes back from Razorpay to a page, whatever went wrong, because the money may have
 * been taken. The page asks for the outcome of the order; it does so for its own browser alone, so that
 * the order's id may be forged. Without an id it is the page of purchases.
 */
@Catch()
export class ReturnFilter implements ExceptionFilter {
  constructor(private readonly logger: AppLogger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const context = getRequestContext(request);
    context.errorCode = runInContext(
      context.logContext(),
      () => fromError(error, this.logger).code,
    );
    const { values } = request.query as QueryString;
    const { data: order } = providerOrderId.safeParse(values['razorpay_payment_link_id']);
    const location = order === undefined ? '/access' : `/hourly-access?order=paid&token=${order}`;
    void http.getResponse<FastifyReply>().code(303).headers({ location }).send();
  }
}
