import { z } from 'zod';

const urlOf = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.join('// or ')}//`,
  });

// Few different characters are the placeholder of an example file.
const secret = z
  .string()
  .min(32, { error: 'must have at least 32 characters', abort: true })
  .refine((value) => new Set(value).size >= 10, { error: 'must be random' });

/** Environment of every process: broker, service token, health server, logs. */
export const baseEnv = {
  RABBITMQ_URL: urlOf('amqp:', 'amqps:'),
  /** Shared by gateway and services: signs the token that carries the subject. */
  SERVICE_TOKEN_SECRET: secret,
  /** Where health and metrics listen; loopback unless an orchestrator asks from outside. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** 0 takes a free port. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Prefix of all queues and exchanges, so that several systems can share one broker. */
  MESSAGE_NAMESPACE: z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, { error: 'may have letters, digits, _ and - only' })
    .default(''),
};

/** Environment of a process that uses MongoDB. */
export const mongoEnv = {
  // Hosts may be a list, which URL does not parse.
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\/\S+$/, {
    error: 'must be an address that starts with mongodb:// or mongodb+srv://',
  }),
  MONGODB_DB: z.string().regex(/^[A-Za-z0-9_-]{1,38}$/, {
    error: 'must be 1 to 38 letters, digits, _ or -',
  }),
};

/** Environment of a process that uses Redis. */
export const redisEnv = {
  REDIS_URL: urlOf('redis:', 'rediss:'),
  /** Prefix of all keys, so that several systems can share one server. */
  REDIS_PREFIX: z.string().default(''),
};

/** Environment of a process that uses all three servers. */
export const chassisEnv = { ...baseEnv, ...mongoEnv, ...redisEnv };

/** What the chassis knows of the environment; the databases' parts only where they are used. */
export type ChassisConfig = z.output<z.ZodObject<typeof baseEnv>> &
  Partial<z.output<z.ZodObject<typeof mongoEnv & typeof redisEnv>>>;
