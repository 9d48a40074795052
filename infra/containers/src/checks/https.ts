import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { compose, environment, roll, run, selectVariant } from '../docker.ts';
import { uploadForm } from '../load/client.ts';
import { assert, waitUntil, type Report } from '../report.ts';
import { HttpsClient, isQuicOffered, type HttpsResponse } from './https-client.ts';
import { domain, httpsPort, type Pebble } from './pebble.ts';

const UP = ['up', '--detach', '--wait', '--wait-timeout', '600', '--no-build'];
const CERTIFICATE_TIMEOUT_MS = 120_000;
/** Pebble's certificates are valid for 180 s, and are renewed in their last third. */
const RENEWAL_TIMEOUT_MS = 240_000;
const REQUEST_INTERVAL_MS = 100;
/** More than the gateway accepts. */
const TOO_LARGE = 11_000_000;
const SPOOFED = '203.0.113.9';
const origin = `https://${domain}`;

/** Starts the product with the profile `https` and uses it under its domain. */
export async function checkHttps(report: Report, pebble: Pebble): Promise<void> {
  const isUp = await report.check('docker compose up with the profile https', async () => {
    await compose(UP);
  });
  if (!isUp) return;
  let client: HttpsClient | undefined;
  await report.check('a certificate of the ACME server', async () => {
    const https = (client = new HttpsClient(await pebble.root()));
    const { issuer } = await waitUntil('a certificate', CERTIFICATE_TIMEOUT_MS, () =>
      https.handshake().catch(() => undefined),
    );
    return `from ${issuer}`;
  });
  if (!client) return;
  const https = client;
  await report.check('the page, and its headers', () => checkPage(https));
  await report.check('http leads to https', () => checkRedirect(https));
  await report.check('HTTP/2 and 3', () => checkProtocols(https));
  await report.check('a sign-in, and its cookies', () => checkSignIn(https));
  await report.check('the client address is the true one', () => checkAddress(https));
  await report.check('an upload, and one that is too large', () => checkUploads(https));
  await report.check('the certificate is renewed while pages are read', () => checkRenewal(https));
  await report.check('no gateway responds', () => checkUnavailable(https));
  await report.check('two of each, and the gateways are replaced', () =>
    checkReplicas(https, pebble),
  );
}

async function checkPage(client: HttpsClient): Promise<string> {
  const page = await client.send({ path: '/' });
  assert(page.status === 200 && page.text.includes('<div id="root"'), `status ${page.status}`);
  const hsts = header(page, 'strict-transport-security');
  assert(/max-age=\d{7,}/.test(hsts), `HSTS: ${hsts}`);
  assert(header(page, 'content-security-policy') !== '', 'no content security policy');
  const config = await client.send({ path: '/api/config' });
  assert(config.text.includes(domain), `the configuration does not name ${domain}: ${config.text}`);
  return hsts;
}

async function checkRedirect(client: HttpsClient): Promise<string> {
  const { status, headers } = await client.send({ path: '/app?a=b', isPlain: true });
  assert(status === 308, `status ${status}`);
  assert(headers.location === `${origin}/app?a=b`, `to ${String(headers.location)}`);
  return `${status} to ${headers.location}`;
}

async function checkProtocols(client: HttpsClient): Promise<string> {
  const { protocol } = await client.handshake();
  assert(protocol === 'h2', `negotiated ${protocol}`);
  const offered = header(await client.send({ path: '/' }), 'alt-svc');
  assert(offered.includes('h3='), `alt-svc: ${offered}`);
  assert(await isQuicOffered(httpsPort), 'nothing responds to QUIC');
  return `h2; ${offered.split(';')[0] ?? ''}, and QUIC responds`;
}

async function checkSignIn(client: HttpsClient): Promise<string> {
  const logs = await compose(['logs', '--no-log-prefix', 'init']);
  const [, username, password] = /First sign-in: (\S+), password (\S+)/.exec(logs) ?? [];
  const body = { username, password, newPassword: `own-${password ?? ''}` };
  const own = await client.send({ method: 'POST', path: '/api/admin/login', body });
  assert(own.status === 200, `${own.status} ${own.text}`);
  const cookies = own.headers['set-cookie'] ?? [];
  const unprotected = cookies.filter((line) => !/^__(Host|Secure)-.*; Secure/.test(line));
  assert(cookies.length > 0 && unprotected.length === 0, `cookies: ${cookies.join(' | ')}`);
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const toStatus = async (from: string) => {
    const headers = { cookie, origin: from };
    return (await client.send({ method: 'POST', path: '/api/admin/refresh', headers })).status;
  };
  // PUBLIC_ORIGIN is the domain's, and no other.
  assert((await toStatus('http://localhost:8080')) === 403, 'another origin is accepted');
  assert((await toStatus(origin)) === 200, `${origin} is refused`);
  client.token = (JSON.parse(own.text) as { token: string }).token;
  return `${cookies.length} cookies, all Secure; only ${origin} may use them`;
}

/** The access log has the hash of the address from which Caddy was reached, whatever a client claims. */
async function checkAddress(client: HttpsClient): Promise<string> {
  const network = `${environment()['COMPOSE_PROJECT_NAME'] ?? ''}_outside`;
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  // Requests of this machine reach containers from there.
  const address = (await run('docker', ['network', 'inspect', '-f', format, network])).trim();
  const file = '/run/secrets/own/audit-hash-key';
  const key = (await compose(['exec', '-T', 'gateway', 'cat', file])).trim();
  const toHash = (text: string) =>
    createHmac('sha256', key).update(`address ${text}`).digest('base64url').slice(0, 16);
  const spoofed = { 'x-forwarded-for': SPOOFED, forwarded: `for=${SPOOFED}` };
  const { headers } = await client.send({ path: '/api/config', headers: spoofed });
  const id = headers['x-request-id'];
  const line = await waitUntil('the line of the access log', 10_000, async () => {
    const logs = await compose(['logs', '--no-log-prefix', '--since', '1m', 'gateway']);
    return logs.split('\n').find((one) => one.includes(`"requestId":"${String(id)}"`));
  });
  const { addressHash } = JSON.parse(line) as { addressHash: string };
  assert(addressHash !== toHash(SPOOFED), 'the log has the address that the client claims');
  assert(addressHash === toHash(address), `the log does not have ${address}`);
  return address;
}

async function checkUploads(client: HttpsClient): Promise<string> {
  const disease = await client.json<{ id: string }>('/api/diseases', {
    nameEn: 'Https',
    nameKn: 'ಪರೀಕ್ಷೆ',
    category: 'Other',
  });
  const treatment = await client.json<{ id: string }>('/api/treatments', { diseaseId: disease.id });
  const path = '/api/treatments/images';
  const stored = await client.send({ method: 'POST', path, body: uploadForm(treatment.id, 'a') });
  assert(stored.status < 300, `upload: ${stored.status} ${stored.text}`);
  const large = uploadForm(treatment.id, 'b');
  large.set('image', new Blob([new Uint8Array(TOO_LARGE)], { type: 'image/png' }), 'b.png');
  const refused = await client.send({ method: 'POST', path, body: large });
  const type = header(refused, 'content-type');
  // The gateway's own explanation.
  assert(refused.status === 413 && type.includes('problem+json'), `${refused.status} ${type}`);
  return `stored with ${stored.status}, and ${refused.status} for ${TOO_LARGE / 1e6} MB`;
}

/** Reads pages until `isDone`; every request counts. */
async function readUntil(client: HttpsClient, isDone: () => Promise<boolean>): Promise<number> {
  for (let sent = 1; ; sent += 1) {
    const { status, text } = await client.send({ path: '/api/config' });
    assert(status === 200, `request ${sent}: ${status} ${text}`);
    if (sent % 10 === 0 && (await isDone())) return sent;
    await pause(REQUEST_INTERVAL_MS);
  }
}

async function checkRenewal(client: HttpsClient): Promise<string> {
  const first = await client.handshake();
  const end = Date.now() + RENEWAL_TIMEOUT_MS;
  const sent = await readUntil(client, async () => {
    assert(Date.now() < end, 'not renewed in time');
    return (await client.handshake()).serial !== first.serial;
  });
  const left = (new Date(first.validTo).getTime() - Date.now()) / 1_000;
  return `${left.toFixed(0)} s before the end; ${sent} requests, 0 failed`;
}

async function checkUnavailable(client: HttpsClient): Promise<string> {
  await compose(['stop', 'gateway']);
  const headers = { 'accept-language': 'kn' };
  const { status, text, headers: got } = await client.send({ path: '/', headers });
  await compose([...UP, '--no-recreate', 'gateway']);
  assert(status === 503 && got['retry-after'] === '1', `status ${status} ${text}`);
  const { code, title } = JSON.parse(text) as { code: string; title: string };
  assert(code === 'SERVICE_UNAVAILABLE' && title === 'ಸೇವೆ ಲಭ್ಯವಿಲ್ಲ', text);
  const again = await client.send({ path: '/' });
  assert(again.status === 200, `afterwards ${again.status}`);
  return `${status} ${title}`;
}

/** With compose.replicas.yml Caddy finds both gateways; replacing them fails no request. */
async function checkReplicas(client: HttpsClient, pebble: Pebble): Promise<string> {
  selectVariant('replicas', pebble.additions);
  await compose(UP);
  let isReplaced = false;
  const replacing = roll('gateway').finally(() => (isReplaced = true));
  const reading = readUntil(client, () => Promise.resolve(isReplaced));
  const [sent] = await Promise.all([reading, replacing]);
  await checkAddress(client);
  return `${sent} requests, 0 failed`;
}

const header = ({ headers }: HttpsResponse, name: string): string => String(headers[name] ?? '');
