import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { Simulator } from './simulator.ts';
import { Store } from './store/store.ts';

const { host, port, dataFolder, origin, pageOrigin, accounts } = loadConfig(process.env);
const simulator = new Simulator(new Store(dataFolder));
for (const account of accounts) simulator.openAccount(account);
const app = createApp(simulator);
await app.listen({ host, port });
simulator.origin = origin ?? `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
simulator.pageOrigin = pageOrigin ?? simulator.origin;
for (const one of simulator.store.accounts) simulator.webhookSender.resume(one);
await simulator.store.flush();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
console.log(
  JSON.stringify({ level: 'info', msg: `PayPal simulator ready at ${simulator.origin}` }),
);
