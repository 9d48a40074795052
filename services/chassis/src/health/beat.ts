import { z } from 'zod';

/** How often a process tells that it is there, in milliseconds. */
export const BEAT_MS = 5_000;

/** What a process tells of itself. `isGone`: it ends in order, and nobody need miss it. */
export const beat = z.object({
  name: z.string(),
  /** Tells replicas apart. */
  instance: z.string(),
  startedAt: z.iso.datetime(),
  isReady: z.boolean(),
  isGone: z.boolean(),
  dependencies: z.array(z.object({ name: z.string(), isUp: z.boolean() })),
});
/** See {@link beat}. */
export type Beat = z.infer<typeof beat>;
