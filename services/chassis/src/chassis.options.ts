import type { Migration } from './data/migrations.js';

/** What a process uses of the chassis. */
export interface ChassisOptions {
  /** Name of the process: in logs, metrics, and the names of its queues. */
  service: string;
  /** Connect to MongoDB; provides the token `MONGO`. */
  mongo?: boolean;
  /** Changes of stored data, applied before anything uses the database; oldest first. */
  migrations?: readonly Migration[];
  /** Connect to Redis; provides the token `REDIS`. */
  redis?: boolean;
  /** Collections whose documents carry an `outbox`. */
  outboxCollections?: readonly string[];
}
