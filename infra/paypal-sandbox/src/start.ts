import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SimulatorConfig } from './config.ts';
import { Tokens } from './oauth.ts';
import { createSimulatorServer } from './server.ts';
import { Store } from './store/store.ts';
import { type Certificates, loadCertificates } from './webhooks/certificates.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

export interface Simulator {
  store: Store;
  tokens: Tokens;
  certificates: Certificates;
  webhookSender: WebhookSender;
  /** For the merchant's server. */
  origin: string;
  /** For the buyer's browser. */
  pageOrigin: string;
}

export interface RunningSimulator {
  origin: string;
  close: () => Promise<void>;
}

/** Starts the simulator with the records of its data folder. */
export async function startSimulator(config: SimulatorConfig): Promise<RunningSimulator> {
  const store = new Store(config.dataFolder);
  const certificates = await loadCertificates(config.dataFolder);
  const simulator: Simulator = {
    store,
    certificates,
    tokens: new Tokens(),
    origin: '',
    pageOrigin: '',
    webhookSender: new WebhookSender(
      certificates,
      () => simulator.origin,
      () => store.flush(),
    ),
  };
  const server = createSimulatorServer(simulator);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  simulator.origin = config.origin ?? `http://127.0.0.1:${port}`;
  simulator.pageOrigin = config.pageOrigin ?? simulator.origin;
  openInitialAccount(store, config);
  for (const account of store.accounts) simulator.webhookSender.resume(account);
  await store.flush();
  return {
    origin: simulator.origin,
    close: async () => {
      simulator.webhookSender.close();
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}

function openInitialAccount(store: Store, { account: first }: SimulatorConfig): void {
  if (first === undefined) return;
  const account = store.account(first.clientId, first.clientSecret);
  if (account === undefined)
    throw new Error('The data folder has this client id with another secret.');
  const { webhook } = first;
  if (webhook && account.get('webhook', webhook.id)?.url !== webhook.url) {
    account.save('webhook', webhook);
  }
}
