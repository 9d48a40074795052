import { z } from 'zod';

/** The calls that can fail on demand. */
export const calls = [
  'token',
  'clientToken',
  'createOrder',
  'getOrder',
  'captureOrder',
  'getCapture',
  'refund',
  'getRefund',
  'findOrder',
  'getPayments',
  'getRefunds',
  'listPayments',
  'listRefunds',
  'listEvents',
] as const;
export type Call = (typeof calls)[number];

/** Errors of transport: the first two before the work, the others after it. */
const transport = [
  'error',
  'slow',
  'lostReply',
  'errorAfter',
  'slowReply',
  'unauthorized',
] as const;
/** Outcomes of the payment. */
const outcomes = ['refuse', 'decline', 'declineCapture', 'pending', 'altered'] as const;

/** An injected fault, which strikes `times` times. */
export const faultInput = z.strictObject({
  call: z.enum(calls),
  kind: z.enum([...transport, ...outcomes]),
  times: z.number().int().min(1).max(10_000).default(1),
  /** Of `error` and `errorAfter`. */
  status: z.number().int().min(400).max(599).default(503),
  /** Of `slow` and `slowReply`. */
  ms: z.number().int().min(0).max(120_000).default(0),
  /** Of `refuse`. */
  issue: z.string().max(100).default('PAYEE_ACCOUNT_RESTRICTED'),
  /** Of `altered`: wrong values of the capture. */
  capture: z
    .strictObject({
      value: z.string(),
      currency: z.string(),
      customId: z.string(),
      payee: z.string(),
    })
    .partial()
    .default({}),
});
export type Fault = z.output<typeof faultInput>;

/** The injected faults of an account. */
export class Faults {
  #faults: Fault[] = [];

  get all(): readonly Fault[] {
    return this.#faults;
  }

  add(fault: Fault): void {
    this.#faults.push({ ...fault });
  }

  clear(): void {
    this.#faults = [];
  }

  consumeTransportFault(call: Call): Fault | undefined {
    return this.#take(call, transport);
  }

  consumeOutcomeFault(call: Call): Fault | undefined {
    return this.#take(call, outcomes);
  }

  #take(call: Call, kinds: readonly Fault['kind'][]): Fault | undefined {
    const fault = this.#faults.find((one) => one.call === call && kinds.includes(one.kind));
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.#faults = this.#faults.filter((one) => one !== fault);
    return fault;
  }
}
