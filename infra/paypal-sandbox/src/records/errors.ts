import type { FastifyReply } from 'fastify';

/** A call that the simulator rejects; each provider has a format of its own for it. */
export class RejectedError extends Error {
  readonly issue: string;
  readonly status: number;

  /**
   * @param issue PayPal's code of the error
   * @param message Razorpay's text; PayPal sends it as well
   */
  constructor(issue: string, message: string, status = 422) {
    super(message);
    this.issue = issue;
    this.status = status;
  }

  get paypalBody() {
    const name = this.status === 422 ? 'UNPROCESSABLE_ENTITY' : 'INVALID_REQUEST';
    return { name, details: [{ issue: this.issue, description: this.message }] };
  }

  /** Nearly all errors of Razorpay have the same code. */
  get razorpayBody() {
    return { error: { code: 'BAD_REQUEST_ERROR', description: this.message } };
  }
}

export const notFoundError = () =>
  new RejectedError('INVALID_RESOURCE_ID', 'The id provided does not exist', 404);

export const sendUnauthorized = (reply: FastifyReply) =>
  reply.code(401).send({ error: 'invalid_token' });

export const sendServerError = (reply: FastifyReply, status: number) =>
  reply.code(status).send({ name: 'INTERNAL_SERVER_ERROR' });
