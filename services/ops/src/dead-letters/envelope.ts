import { z } from 'zod';

/** What is read of a message that may be anything: each part by itself, or not at all. */
const readable = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9.-]{1,200}$/)
    .optional()
    .catch(undefined),
  id: z.uuid().optional().catch(undefined),
  at: z.iso.datetime().optional().catch(undefined),
});

/** The JSON in a message; `undefined` where there is none. */
export const jsonOf = (content: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return undefined;
  }
};

/** The parts of the event's envelope that can be read. */
export const envelopeOf = (
  content: Uint8Array,
): { event?: string; eventId?: string; at?: Date } => {
  const { name, id, at } = readable.safeParse(jsonOf(content)).data ?? {};
  return {
    ...(name !== undefined && { event: name }),
    ...(id !== undefined && { eventId: id }),
    ...(at !== undefined && { at: new Date(at) }),
  };
};
