import { AppLogger, ConfigError, ProcessLifecycle } from '@ctdb/chassis';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { createGateway } from './create-gateway.js';

const logger = new AppLogger('gateway', process.env['LOG_LEVEL'] ?? 'info');
const lifecycle = new ProcessLifecycle(logger);
try {
  const app = await createGateway();
  const { HOST, PORT, DRAIN_MS } = app.get<GatewayConfig>(GATEWAY_CONFIG);
  lifecycle.setApplication(app, DRAIN_MS);
  await app.listen(PORT, HOST);
  logger.info('listens', { address: await app.getUrl() });
} catch (error) {
  if (error instanceof ConfigError)
    lifecycle.exitWithError(error.message, { errors: error.errors });
  lifecycle.exitWithError('startup failed', error);
}
