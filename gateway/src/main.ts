import { AppLogger, runProcess } from '@ctdb/chassis';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { createGateway } from './create-gateway.js';

await runProcess('gateway', async (lifecycle) => {
  const app = await createGateway();
  const { HOST, PORT, DRAIN_MS } = app.get<GatewayConfig>(GATEWAY_CONFIG);
  lifecycle.setApplication(app, DRAIN_MS);
  await app.listen(PORT, HOST);
  app.get(AppLogger).info('listens', { address: await app.getUrl() });
});
