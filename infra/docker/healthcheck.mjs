// Asks the process beside it, whose container has no shell to ask with, whether it is ready.
// It runs every few seconds in each container: `node:http` starts in half the time of `fetch`.
import { get } from 'node:http';

/** Less than Docker waits: older engines leave a check running that took too long, and they pile up. */
const LIMIT_MS = 8_000;

const { HEALTH_PORT: port = '9100', HEALTH_PATH: path = '/health/ready' } = process.env;
setTimeout(() => process.exit(1), LIMIT_MS);
get({ host: '127.0.0.1', port, path }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).on('error', () => process.exit(1));
