import { z } from 'zod';
import listedExceptions from './exceptions.json' with { type: 'json' };
import listedTopics from './topics.json' with { type: 'json' };

/** What a setting means; with an example for `.env.example`, if it has no default. */
const meaning = z.union([z.string(), z.tuple([z.string(), z.string()])]);
/** See {@link meaning}. */
export type Meaning = z.infer<typeof meaning>;

const topic = z.strictObject({
  title: z.string(),
  /** These settings are in no schema: compose itself or the launcher reads them. */
  readBy: z.enum(['compose', 'launcher']).optional(),
  settings: z.record(z.string(), meaning),
});
/** Settings of one subject, in the order of the page. */
export type Topic = z.infer<typeof topic>;

/** All settings. The schemas add who reads them, defaults and possible values. */
export const topics: Topic[] = z.array(topic).parse(listedTopics);

/** Settings that docker-compose.yml does not take from `.env`, by the reason. */
export const exceptions = z
  .array(z.strictObject({ reason: z.string(), names: z.array(z.string()) }))
  .parse(listedExceptions);
