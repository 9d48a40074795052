import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlRoutes } from './control/routes.ts';
import { webhookControlRoutes } from './control/webhook-routes.ts';
import type { Fault } from './control/faults.ts';
import { send, type Answer } from './http/answer.ts';
import { isLoopback } from './http/loopback.ts';
import { broken, notFound, PaypalError } from './http/paypal-error.ts';
import { parseJson, readBody } from './http/read-body.ts';
import type { Incoming, Route } from './http/request.ts';
import { moneyRoutes } from './money/routes.ts';
import { basicCredentials } from './oauth/basic.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { fontAnswer, FONT_PATH } from './page/font.ts';
import { servePage } from './page/serve-page.ts';
import type { Sandbox } from './sandbox.ts';
import type { Account } from './store/account.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const routes: Route[] = [
  ...oauthRoutes,
  ...moneyRoutes,
  ...webhookRoutes,
  ...controlRoutes,
  ...webhookControlRoutes,
];

/** What others than this machine's processes must not reach. */
const LOCAL = /^\/(_control|v1\/notifications\/webhooks)\b/;
const unauthorized = (error: string, error_description: string): Answer => ({
  status: 401,
  body: { error, error_description },
});

/** The stand-in's HTTP side. No answer leaves before what it tells of is on the disk. */
export function sandboxServer(sandbox: Sandbox): Server {
  return createServer((request, response) => {
    answer(sandbox, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}

async function answer(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  let result: Answer | 'lost';
  try {
    result = await dispatch(sandbox, request, url, await readBody(request));
  } catch (error) {
    if (!(error instanceof PaypalError)) throw error;
    result = error.answer;
  }
  await sandbox.store.synced();
  if (result === 'lost') response.destroy();
  else send(response, result);
}

async function dispatch(
  sandbox: Sandbox,
  request: IncomingMessage,
  url: URL,
  text: string,
): Promise<Answer | 'lost'> {
  const { pathname, searchParams } = url;
  const method = request.method ?? 'GET';
  if (pathname === '/checkoutnow' && (method === 'GET' || method === 'POST')) {
    return servePage(
      sandbox,
      searchParams,
      method === 'POST' ? new URLSearchParams(text) : undefined,
    );
  }
  if (pathname === FONT_PATH) return fontAnswer();
  if (pathname === '/_health') return { status: 200, body: { status: 'ok' } };
  if (pathname.startsWith('/v1/notifications/certs/')) return certificate(sandbox, pathname);
  if (LOCAL.test(pathname) && !isLoopback(request)) throw notFound();

  const route = routes.find((one) => one.method === method && one.pattern.test(pathname));
  if (route === undefined) throw notFound();
  const account = accountOf(sandbox, route, request.headers.authorization);
  if (account === undefined) {
    return route.call === 'token'
      ? unauthorized('invalid_client', 'Client Authentication failed')
      : unauthorized('invalid_token', 'The token passed in was not found in the system');
  }
  const form = route.call === 'token';
  const incoming: Incoming = {
    sandbox,
    account,
    headers: request.headers,
    id: decodeURIComponent(route.pattern.exec(pathname)?.[1] ?? ''),
    query: form ? new URLSearchParams(text) : searchParams,
    body: form ? {} : parseJson(text),
  };
  return withFault(route.call && account.faults.takeTransport(route.call), incoming, route);
}

async function withFault(
  fault: Fault | undefined,
  incoming: Incoming,
  { handle }: Route,
): Promise<Answer | 'lost'> {
  if (fault?.kind === 'error') return broken(fault.status);
  if (fault?.kind === 'unauthorized') {
    incoming.sandbox.tokens.revoke(incoming.account);
    return unauthorized('invalid_token', 'Token signature verification failed');
  }
  if (fault?.kind === 'slow') await sleep(fault.ms);
  const result = handleNow(incoming, handle);
  if (fault?.kind === 'lostReply') return 'lost';
  if (fault?.kind === 'errorAfter') return broken(fault.status);
  if (fault?.kind === 'slowReply') await sleep(fault.ms);
  return result;
}

/** A refusal too can be lost or late. */
function handleNow(incoming: Incoming, handle: Route['handle']): Answer {
  try {
    return handle(incoming);
  } catch (error) {
    if (error instanceof PaypalError) return error.answer;
    throw error;
  }
}

/** Tokens are asked for, and tests speak, with id and secret; all else comes with a token. */
function accountOf({ store, tokens }: Sandbox, route: Route, header?: string): Account | undefined {
  const direct = route.call === 'token' || route.pattern.source.includes('_control');
  if (!direct) return tokens.account(header);
  const credentials = basicCredentials(header);
  return credentials && store.account(credentials.clientId, credentials.secret);
}

function certificate({ certificates }: Sandbox, pathname: string): Answer {
  const name = pathname.split('/').at(-1) ?? '';
  const pem = name === 'CA' ? certificates.authority : certificates.chains[name];
  if (pem === undefined) throw notFound();
  return { status: 200, page: pem, headers: { 'content-type': 'application/x-pem-file' } };
}
