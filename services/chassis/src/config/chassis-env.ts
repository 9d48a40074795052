import { z } from 'zod';

/** An address for each host of `url`, whose hosts may be a list: `amqp://user:password@a:5672,b:5672`. */
export const splitHosts = (url: string): string[] => {
  const parts = /^([a-z+]+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/.exec(url);
  const [, start = '', hosts = url, rest = ''] = parts ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
};

const urlOf = (...protocols: string[]) => {
  const isValid = (url: string) => URL.canParse(url) && protocols.includes(new URL(url).protocol);
  return z.string().refine((value) => splitHosts(value).every(isValid), {
    error: `must be an address that starts with ${protocols.join('// or ')}//`,
  });
};

const jsonOf = <S extends z.ZodType>(schema: S, error: string) =>
  z.string().transform((text, context) => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      context.addIssue(error);
      return z.NEVER;
    }
  });

const keyPart = z.string().regex(/^[\w-]{43}$/);
// Strict, so that no private key is taken for a public one.
const publicKey = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().min(1).max(100),
  x: keyPart,
});
const publicKeys = z.strictObject({ keys: z.array(publicKey).min(1) });
const privateKey = publicKey.extend({ d: keyPart });

/** Environment of every process: broker, service tokens, health server, logs. */
export const baseEnv = {
  /** Several hosts, separated by commas, are the nodes of a cluster. */
  RABBITMQ_URL: urlOf('amqp:', 'amqps:'),
  /** A JSON Web Key Set: the keys by which service tokens are verified. Two during a rotation. */
  SERVICE_TOKEN_PUBLIC_KEYS: jsonOf(publicKeys, 'must be a set of public Ed25519 keys with kid'),
  /** Where health and metrics listen; loopback unless an orchestrator asks from outside. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** 0 takes a free port. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The OpenTelemetry collector that traces are sent to, by OTLP over HTTP. Absent: to none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http:', 'https:').optional(),
  /** The share of requests whose traces are sent there; the gateway decides for all processes. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
  /** Which version runs, and which commit it was built from; set in images. */
  VERSION: z.string().max(100).default('unknown'),
  REVISION: z.string().max(100).default('unknown'),
  /** Prefix of all queues and exchanges, so that several systems can share one broker. */
  MESSAGE_NAMESPACE: z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, { error: 'may have letters, digits, _ and - only' })
    .default(''),
};

/** Environment of the process that signs service tokens: the gateway. */
export const signerEnv = {
  /** A JSON Web Key; the public keys contain its other half. */
  SERVICE_TOKEN_PRIVATE_KEY: jsonOf(privateKey, 'must be a private Ed25519 key with kid'),
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
  /** With `+sentinel` the hosts are Sentinels, and the path is the name of the master. */
  REDIS_URL: urlOf('redis:', 'rediss:', 'redis+sentinel:', 'rediss+sentinel:'),
  /** Prefix of all keys, so that several systems can share one server. */
  REDIS_PREFIX: z.string().default(''),
};

/** Environment of a process that uses all three servers. */
export const chassisEnv = { ...baseEnv, ...mongoEnv, ...redisEnv };

/** Describes what the chassis knows of the environment; the databases' parts only where they are used. */
export type ChassisConfig = z.output<z.ZodObject<typeof baseEnv>> &
  Partial<z.output<z.ZodObject<typeof signerEnv & typeof mongoEnv & typeof redisEnv>>>;

/** The same of a process that signs service tokens. */
export type SignerConfig = ChassisConfig & z.output<z.ZodObject<typeof signerEnv>>;
