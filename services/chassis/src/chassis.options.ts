import type { Migration } from './data/migrations.js';

/** Injection token of the mongoose `Connection`. */
export const MONGO = Symbol('MONGO');
/** Injection token of the ioredis client. */
export const REDIS = Symbol('REDIS');
/** Injection token of the chassis's own configuration ({@link ChassisConfig}). */
export const CHASSIS_CONFIG = Symbol('CHASSIS_CONFIG');
/** Injection token of the options given to `ChassisModule.forRoot`. */
export const CHASSIS_OPTIONS = Symbol('CHASSIS_OPTIONS');

/** Describes what a process uses of the chassis. */
export interface ChassisOptions {
  /** Name of the process: in logs, metrics, and the names of its queues. */
  service: string;
  /** Sign service tokens: only the gateway, whose calls are those of users. */
  signsTokens?: boolean;
  /**
   * A command that ends by itself: it opens no health port, which a process beside it may have, and sends no
   * heartbeats.
   */
  isCommand?: boolean;
  /** Once ready, stay so while a dependency is down: the process can answer with a 503 of its own. */
  staysReady?: boolean;
  /** Connect to MongoDB; provides the token `MONGO`. */
  mongo?: boolean;
  /** Changes of stored data, applied before anything uses the database; oldest first. */
  migrations?: readonly Migration[];
  /** Connect to Redis; provides the token `REDIS`. */
  redis?: boolean;
  /** Collections whose documents carry an `outbox`. */
  outboxCollections?: readonly string[];
}
