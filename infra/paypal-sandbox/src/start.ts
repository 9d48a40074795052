import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SandboxConfig } from './config.ts';
import { Tokens } from './oauth/tokens.ts';
import type { Sandbox } from './sandbox.ts';
import { sandboxServer } from './server.ts';
import { Store } from './store/store.ts';
import { loadCertificates } from './webhooks/certificates.ts';
import { Deliverer } from './webhooks/deliverer.ts';

/** A stand-in that listens. */
export interface RunningSandbox {
  origin: string;
  close: () => Promise<void>;
}

/** Starts the stand-in, with all that it knew when it ended. */
export async function startSandbox(config: SandboxConfig): Promise<RunningSandbox> {
  const store = new Store(config.dataFolder);
  const certificates = await loadCertificates(config.dataFolder);
  const sandbox: Sandbox = {
    store,
    certificates,
    tokens: new Tokens(),
    origin: '',
    pageOrigin: '',
    deliverer: new Deliverer(
      certificates,
      () => sandbox.origin,
      () => store.synced(),
    ),
  };
  const server = sandboxServer(sandbox);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  sandbox.origin = config.origin ?? `http://127.0.0.1:${port}`;
  sandbox.pageOrigin = config.pageOrigin ?? sandbox.origin;
  openFirstAccount(store, config);
  for (const account of store.accounts) sandbox.deliverer.resume(account);
  await store.synced();
  return {
    origin: sandbox.origin,
    close: async () => {
      sandbox.deliverer.close();
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}

function openFirstAccount(store: Store, { account: first }: SandboxConfig): void {
  if (first === undefined) return;
  const account = store.account(first.clientId, first.clientSecret);
  if (account === undefined)
    throw new Error('The data folder knows this client id by another secret.');
  const { webhook } = first;
  if (webhook && account.get('webhook', webhook.id)?.url !== webhook.url) {
    account.put('webhook', webhook);
  }
}
