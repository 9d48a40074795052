import { z } from 'zod';

/** The calls that can fail on demand: their routes name them. */
export const calls = new Set<string>();

/** Errors of transport: the first three before the work, the others after it. */
export const transport = ['error', 'unauthorized', 'slow', 'lostReply', 'errorAfter'] as const;
/** Outcomes of a payment or refund. */
export const outcomes = ['refuse', 'pending', 'altered'] as const;

/** An injected fault, which strikes `times` times. */
export const faultInput = z.strictObject({
  call: z.string().refine((name) => calls.has(name), { error: 'is no call' }),
  kind: z.enum([...transport, ...outcomes]),
  times: z.number().int().min(1).max(10_000).default(1),
  /** Of `error` and `errorAfter`. */
  status: z.number().int().min(400).max(599).default(503),
  /** Of `slow`. */
  ms: z.number().int().min(0).max(120_000).default(0),
  /** Of `refuse`. */
  issue: z.string().max(100).default('PAYEE_ACCOUNT_RESTRICTED'),
  /** Of `altered`: wrong values of the payment. */
  capture: z
    .strictObject({ value: z.string(), currency: z.string(), customId: z.string() })
    .partial()
    .default({}),
});
export type Fault = z.output<typeof faultInput>;
