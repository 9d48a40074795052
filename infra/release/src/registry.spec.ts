import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Availability, findImage, toExitCode } from './registry.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const manifests: Record<string, number> = {
  '/v2/library/mongo/manifests/8.0.30': 200,
  [`/v2/library/mongo/manifests/${digest}`]: 200,
  '/v2/minio/minio/manifests/RELEASE.2025': 401,
  '/v2/busy/image/manifests/1.0.0': 429,
};

let registry: Server;
let host: string;
/** A registry that wants a token, and refuses one for `closed/image`. */
beforeAll(async () => {
  registry = createServer(({ url = '', method, headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://registry');
    const scope = `repository:${pathname.replace(/^\/v2\/(.+)\/manifests\/.+$/, '$1')}:pull`;
    if (pathname === '/token') {
      const asked = searchParams.get('scope') ?? '';
      const isClosed = asked.includes('closed/');
      response.writeHead(isClosed ? 403 : 200).end(JSON.stringify({ token: asked }));
    } else if (headers.authorization !== `Bearer ${scope}`) {
      const realm = `realm="http://${host}/token",service="registry",scope="${scope}"`;
      response.writeHead(401, { 'www-authenticate': `Bearer ${realm}` }).end();
    } else {
      const isRequest = method === 'HEAD' && headers.accept?.includes('oci.image.index');
      response.writeHead(isRequest ? (manifests[pathname] ?? 404) : 400).end();
    }
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => registry.close());

it.each([
  ['library/mongo:8.0.30', 'there', ''],
  [`library/mongo@${digest}`, 'there', ''],
  [`library/mongo:8.0.30@${digest}`, 'there', ''],
  ['library/mongo:7.9.9', 'gone', 'HTTP 404'],
  ['minio/minio:RELEASE.2025', 'refused', 'HTTP 401'],
  ['closed/image:1.0.0', 'refused', 'HTTP 403'],
  ['busy/image:1.0.0', 'unknown', 'HTTP 429'],
])('an image of a registry: %s is %s', async (name, availability, reason) => {
  expect(await findImage(`${host}/${name}`)).toEqual({ availability, reason });
});

it('the exit code says whether all are there, some are gone, or some could not be asked', async () => {
  expect(await findImage('127.0.0.1:1/a:1')).toEqual({
    availability: 'unknown',
    reason: 'bad port',
  });
  const codeOf = (...all: Availability[]) =>
    toExitCode(all.map((availability) => ({ availability, reason: '' })));
  expect([codeOf('there'), codeOf('there', 'refused', 'unknown'), codeOf('gone')]).toEqual([
    0, 1, 1,
  ]);
  expect(codeOf('there', 'unknown')).toBe(2);
});
