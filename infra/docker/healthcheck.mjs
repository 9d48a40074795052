// Asks the process beside it, whose container has no shell to ask with, whether it is ready.
const { HEALTH_PORT = '9100', HEALTH_PATH = '/health/ready' } = process.env;
const answer = await fetch(`http://127.0.0.1:${HEALTH_PORT}${HEALTH_PATH}`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
