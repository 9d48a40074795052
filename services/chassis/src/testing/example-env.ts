import { newTokenKeys } from './token-keys.js';

/** Describes what the configuration of every service needs, for tests that connect to none of it. */
export const exampleEnv = {
  RABBITMQ_URL: 'amqp://localhost',
  MONGODB_URI: 'mongodb://localhost',
  MONGODB_DB: 'example',
  REDIS_URL: 'redis://localhost',
  SERVICE_TOKEN_PUBLIC_KEYS: newTokenKeys().SERVICE_TOKEN_PUBLIC_KEYS,
};
