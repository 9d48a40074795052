import { z } from 'zod';
import { defineQuery } from '../command.js';

/** Media's queues: uploads to be judged, images to be backed up, runs to be started. */
export const mediaQueues = ['process', 'backup', 'runs'] as const;

const count = z.number().int().min(0);

/** How many jobs of a queue are in which state. */
export const mediaQueueState = z.object({
  name: z.enum(mediaQueues),
  waiting: count,
  active: count,
  /** Wait for their time: a further try, or the schedule. */
  delayed: count,
  /** Given up, and kept until they are tried anew. */
  failed: count,
});
/** See {@link mediaQueueState}. */
export type MediaQueueState = z.infer<typeof mediaQueueState>;

/** How full the queues are, in the order of {@link mediaQueues}. `SERVICE_UNAVAILABLE` without Redis. */
export const getMediaQueues = defineQuery({
  name: 'media.queues.state',
  request: z.strictObject({}),
  reply: z.object({ queues: z.array(mediaQueueState) }),
});
