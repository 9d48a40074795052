import { ConfigError } from '../config/define-config.js';
import { newTokenKeys } from './token-keys.js';

/** Describes what the configuration of every service needs, for tests that connect to none of it. */
export const exampleEnv = {
  RABBITMQ_URL: 'amqp://localhost',
  MONGODB_URI: 'mongodb://localhost',
  MONGODB_DB: 'example',
  REDIS_URL: 'redis://localhost',
  SERVICE_TOKEN_PUBLIC_KEYS: newTokenKeys().SERVICE_TOKEN_PUBLIC_KEYS,
};

/** What is wrong with a configuration, as `load` says it; nothing where it is taken. */
export const configFaults = (load: () => unknown): readonly string[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
};
