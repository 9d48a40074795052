import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { controlRoutes } from './control.ts';
import { debugId, malformed, notFoundError, PaypalError, RazorpayError } from './errors.ts';
import { sendServerError, sendUnauthorized } from './errors.ts';
import { type App, newApp } from './http.ts';
import { listRoutes } from './money/lists.ts';
import { moneyRoutes } from './money/routes.ts';
import { basicCredentials, tokenRoute } from './oauth.ts';
import { pageRoutes } from './page/approval-page.ts';
import { linkPageRoutes } from './razorpay/link-page.ts';
import { razorpayRoutes } from './razorpay/routes.ts';
import type { Simulator } from './simulator.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const UNKNOWN_NAME =
  'The simulator has another name. Open it as localhost, or set PAYPAL_SANDBOX_PAGE_ORIGIN.\n';

/**
 * Creates the HTTP server. Changes are on disk before their response is sent. Handlers are synchronous: nothing comes
 * between their reads and writes.
 */
export function createApp(simulator: Simulator): App {
  const { store, tokens, webhookSender } = simulator;
  const app = newApp();
  app.decorateRequest('account');
  app.setNotFoundHandler(() => {
    throw notFoundError();
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known =
      error.statusCode === undefined ||
      error instanceof PaypalError ||
      error instanceof RazorpayError
        ? error
        : malformed(error.message);
    if (known instanceof PaypalError || known instanceof RazorpayError)
      return reply.code(known.status).send(known.body);
    console.error(error);
    return sendServerError(reply, 500);
  });
  app.addHook('onRequest', async ({ hostname }, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'paypal-debug-id': debugId(),
      'x-content-type-options': 'nosniff',
    });
    if (!simulator.isOwnName(hostname)) return reply.code(421).send(UNKNOWN_NAME);
  });
  app.addHook('onSend', () => store.flush());
  app.addHook('onClose', async () => {
    webhookSender.close();
    await store.close();
  });
  injectFaults(app, simulator);

  app.get('/_health', () => ({ status: 'ok' }));
  pageRoutes(app, simulator);
  linkPageRoutes(app, simulator);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const credentials = basicCredentials(request.headers.authorization);
      const account = credentials && store.account(credentials.clientId, credentials.secret);
      if (account === undefined) {
        return sendUnauthorized(reply, 'invalid_client', 'Client Authentication failed');
      }
      request.account = account;
    });
    tokenRoute(scope, tokens);
    scope.register(async (local) => {
      local.addHook('onRequest', assertLoopback);
      controlRoutes(local, simulator);
    });
  });
  app.register(async (scope) => razorpayRoutes(scope, simulator));
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const account = tokens.account(request.headers.authorization);
      if (account === undefined) {
        const message = 'The token passed in was not found in the system';
        return sendUnauthorized(reply, 'invalid_token', message);
      }
      request.account = account;
    });
    moneyRoutes(scope, simulator);
    listRoutes(scope, simulator);
    scope.register(async (local) => {
      local.addHook('onRequest', assertLoopback);
      webhookRoutes(local);
    });
  });
  return app;
}

/** Only processes of this machine may call these. */
async function assertLoopback({ socket }: FastifyRequest): Promise<void> {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (address !== '::1' && !address.startsWith('127.')) throw notFoundError();
}

/** Applies injected faults to calls, before or after the work. */
function injectFaults(app: App, { store, tokens }: Simulator): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    const call = route.config?.call;
    if (call === undefined) return;
    route.handler = async (request, reply) => {
      const fault = request.account.faults.consumeTransportFault(call);
      if (fault?.kind === 'error') return sendServerError(reply, fault.status);
      if (fault?.kind === 'unauthorized') {
        tokens.revoke(request.account);
        return sendUnauthorized(reply, 'invalid_token', 'Token signature verification failed');
      }
      if (fault?.kind === 'slow') await sleep(fault.ms);
      const result = (async () => handler.call(app, request, reply))();
      // An error response too can be lost or late.
      await Promise.allSettled([result]);
      if (fault?.kind === 'errorAfter') return sendServerError(reply, fault.status);
      if (fault?.kind === 'slowReply') await sleep(fault.ms);
      if (fault?.kind !== 'lostReply') return result;
      await store.flush();
      reply.hijack();
      return request.socket.destroy();
    };
  });
}
