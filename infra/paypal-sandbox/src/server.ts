import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './control/faults.ts';
import { controlRoutes } from './control/routes.ts';
import {
  type RequestContext,
  isLoopback,
  parseJson,
  readBody,
  type Route,
} from './http/request.ts';
import {
  type HttpResponse,
  serverError,
  notFoundError,
  PaypalError,
  sendResponse,
} from './http/response.ts';
import { moneyRoutes } from './money/routes.ts';
import { basicCredentials, oauthRoutes } from './oauth.ts';
import { servePage } from './page/approval-page.ts';
import { FONT_PATH, fontResponse } from './page/html.ts';
import type { Simulator } from './start.ts';
import type { Account } from './store/account.ts';
import { webhookControlRoutes, webhookRoutes } from './webhooks/routes.ts';

const routes: Route[] = [
  ...oauthRoutes,
  ...moneyRoutes,
  ...webhookRoutes,
  ...controlRoutes,
  ...webhookControlRoutes,
];

/** Only processes of this machine may call these. */
const LOOPBACK_ONLY = /^\/(_control|v1\/notifications\/webhooks)\b/;
const unauthorized = (error: string, error_description: string): HttpResponse => ({
  status: 401,
  body: { error, error_description },
});

/** Creates the HTTP server. Changes are on disk before their response is sent. */
export function createSimulatorServer(simulator: Simulator): Server {
  return createServer((request, response) => {
    respond(simulator, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}

async function respond(simulator: Simulator, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://simulator');
  let result: HttpResponse | 'lost';
  try {
    result = await dispatch(simulator, request, url, await readBody(request));
  } catch (error) {
    if (!(error instanceof PaypalError)) throw error;
    result = error.response;
  }
  await simulator.store.flush();
  if (result === 'lost') response.destroy();
  else sendResponse(response, result);
}

async function dispatch(
  simulator: Simulator,
  request: IncomingMessage,
  url: URL,
  text: string,
): Promise<HttpResponse | 'lost'> {
  const { pathname, searchParams } = url;
  const method = request.method ?? 'GET';
  if (pathname === '/checkoutnow' && (method === 'GET' || method === 'POST')) {
    return servePage(
      simulator,
      searchParams,
      method === 'POST' ? new URLSearchParams(text) : undefined,
    );
  }
  if (pathname === FONT_PATH) return fontResponse();
  if (pathname === '/_health') return { status: 200, body: { status: 'ok' } };
  if (pathname.startsWith('/v1/notifications/certs/')) return certificate(simulator, pathname);
  if (LOOPBACK_ONLY.test(pathname) && !isLoopback(request)) throw notFoundError();

  const route = routes.find((one) => one.method === method && one.pattern.test(pathname));
  if (route === undefined) throw notFoundError();
  const account = findAccount(simulator, route, request.headers.authorization);
  if (account === undefined) {
    return route.call === 'token'
      ? unauthorized('invalid_client', 'Client Authentication failed')
      : unauthorized('invalid_token', 'The token passed in was not found in the system');
  }
  const form = route.call === 'token';
  const incoming: RequestContext = {
    simulator,
    account,
    headers: request.headers,
    id: decodeURIComponent(route.pattern.exec(pathname)?.[1] ?? ''),
    query: form ? new URLSearchParams(text) : searchParams,
    body: form ? {} : parseJson(text),
  };
  return handleWithFault(
    route.call && account.faults.consumeTransportFault(route.call),
    incoming,
    route,
  );
}

async function handleWithFault(
  fault: Fault | undefined,
  incoming: RequestContext,
  { handle }: Route,
): Promise<HttpResponse | 'lost'> {
  if (fault?.kind === 'error') return serverError(fault.status);
  if (fault?.kind === 'unauthorized') {
    incoming.simulator.tokens.revoke(incoming.account);
    return unauthorized('invalid_token', 'Token signature verification failed');
  }
  if (fault?.kind === 'slow') await sleep(fault.ms);
  const result = handleRequest(incoming, handle);
  if (fault?.kind === 'lostReply') return 'lost';
  if (fault?.kind === 'errorAfter') return serverError(fault.status);
  if (fault?.kind === 'slowReply') await sleep(fault.ms);
  return result;
}

/** An error response too can be lost or late. */
function handleRequest(incoming: RequestContext, handle: Route['handle']): HttpResponse {
  try {
    return handle(incoming);
  } catch (error) {
    if (error instanceof PaypalError) return error.response;
    throw error;
  }
}

/** Token and control requests come with id and secret, all others with a token. */
function findAccount(
  { store, tokens }: Simulator,
  route: Route,
  header?: string,
): Account | undefined {
  const direct = route.call === 'token' || route.pattern.source.includes('_control');
  if (!direct) return tokens.account(header);
  const credentials = basicCredentials(header);
  return credentials && store.account(credentials.clientId, credentials.secret);
}

function certificate({ certificates }: Simulator, pathname: string): HttpResponse {
  const name = pathname.split('/').at(-1) ?? '';
  const pem = name === 'CA' ? certificates.authority : certificates.chains[name];
  if (pem === undefined) throw notFoundError();
  return { status: 200, page: pem, headers: { 'content-type': 'application/x-pem-file' } };
}
