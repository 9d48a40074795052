import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { Simulator } from './server/simulator.ts';
import { Store } from './records/store.ts';

const { host, port, dataFolder, origin, pageOrigin, accounts } = loadConfig(process.env);
const simulator = new Simulator(new Store(dataFolder));
for (const { clientId, clientSecret, webhookUrl } of accounts)
  if (webhookUrl)
    simulator.store
      .account(clientId, clientSecret)
      ?.save('webhook', { id: 'CONFIGURED', url: webhookUrl });
const app = createApp(simulator);
await app.listen({ host, port });
simulator.origin = origin ?? `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
simulator.pageOrigin = pageOrigin ?? simulator.origin;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
console.log(
  JSON.stringify({ level: 'info', msg: `PayPal simulator ready at ${simulator.origin}` }),
);
