import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { calls, transport } from './records/faults.ts';
import { controlRoutes } from './routes/control.ts';
import {
  notFoundError,
  RejectedError,
  sendServerError,
  sendUnauthorized,
} from './records/errors.ts';
import { type App, newApp } from './server/http.ts';
import { pageRoutes } from './page/page.ts';
import { listRoutes, orderRoutes } from './routes/paypal.ts';
import { razorpayRoutes } from './routes/razorpay.ts';
import type { Simulator } from './server/simulator.ts';

const UNKNOWN_NAME =
  'The simulator has another name. Open it as localhost, or set PAYPAL_SANDBOX_PAGE_ORIGIN.\n';

/** Creates the HTTP server. Handlers are synchronous: nothing comes between their reads and writes. */
export function createApp(simulator: Simulator): App {
  const app = newApp();
  app.decorateRequest('account');
  app.setNotFoundHandler(() => {
    throw notFoundError();
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RejectedError) return reply.code(error.status).send(error.paypalBody);
    console.error(error);
    return sendServerError(reply, 500);
  });
  app.addHook('onRequest', async ({ hostname }, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    if (!simulator.isOwnName(hostname)) return reply.code(421).send(UNKNOWN_NAME);
  });
  app.addHook('onClose', async () => simulator.payments.close());
  injectFaults(app);

  app.get('/_health', () => ({ status: 'ok' }));
  pageRoutes(app, simulator);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const account = simulator.authenticate(request.headers.authorization);
      if (account === undefined) return sendUnauthorized(reply);
      request.account = account;
    });
    orderRoutes(scope, simulator);
    listRoutes(scope);
    scope.register(async (own) => razorpayRoutes(own, simulator));
    scope.register(async (local) => {
      local.addHook('onRequest', assertLoopback);
      controlRoutes(local, simulator);
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
function injectFaults(app: App): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    const call = route.config?.call;
    if (call === undefined) return;
    calls.add(call);
    route.handler = async (request, reply) => {
      const fault = request.account.consumeFault(call, transport);
      if (fault?.kind === 'error') return sendServerError(reply, fault.status);
      if (fault?.kind === 'unauthorized') return sendUnauthorized(reply);
      if (fault?.kind === 'slow') await sleep(fault.ms);
      const result = (async () => handler.call(app, request, reply))();
      // The response to an error can be lost as well.
      await Promise.allSettled([result]);
      if (fault?.kind === 'errorAfter') return sendServerError(reply, fault.status);
      if (fault?.kind !== 'lostReply') return result;
      reply.hijack();
      return request.socket.destroy();
    };
  });
}
