// Checks whether the process in this container is ready.
// It runs every few seconds in each container: `node:http` starts in half the time of `fetch`.
import { get } from 'node:http';

/** Shorter than Docker's timeout: older engines do not end a check that takes too long. */
const TIMEOUT_MS = 8_000;

const { HEALTH_PORT: port = '9100', HEALTH_PATH: path = '/health/ready' } = process.env;
setTimeout(() => process.exit(1), TIMEOUT_MS);
get({ host: '127.0.0.1', port, path }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).on('error', () => process.exit(1));
