import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Endpoint } from '../dns/endpoints.js';
import type { Authority } from '../dns/certificates.js';

interface FakeObject {
  metadata: { name: string; uid?: string; generation?: number };
  spec: Record<string, unknown>;
  status?: object;
}

/**
 * Stores objects as an API server does, as far as the driver of deployments uses it: `test:k8s` has a real
 * one. The test plays the controllers, and writes the status.
 */
export class FakeCluster {
  /** By plural and name. */
  readonly objects = new Map<string, FakeObject>();
  isRefusing = false;
  readonly settings: Record<string, string> = {};
  private endpoint!: Endpoint;
  private folder = '';

  async start(authority: Authority): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'account-'));
    const files = { token: 'token-1', 'ca.crt': authority.pem, namespace: 'clinic' };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(this.folder, name), content);
    const server = createServer(await authority.issue({ names: ['localhost'] }));
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const isKnown = request.headers.authorization === 'Bearer token-1';
        const [status, answer] = this.answer(isKnown, request.method, request.url, body);
        response.writeHead(status).end(JSON.stringify(answer));
      });
    });
    this.endpoint = await Endpoint.listen(server, 'localhost', 0);
    Object.assign(this.settings, {
      DEPLOYMENT_DRIVER: 'kubernetes',
      KUBERNETES_SERVICE_HOST: 'localhost',
      KUBERNETES_SERVICE_PORT: String(this.endpoint.port),
      KUBERNETES_ACCOUNT_DIR: this.folder,
    });
  }

  async close(): Promise<void> {
    await this.endpoint.close();
    await rm(this.folder, { recursive: true });
  }

  spec(path: string): Record<string, unknown> | undefined {
    return this.objects.get(path)?.spec;
  }

  /** As a controller does, whose conditions name the generation that they are about. */
  setStatus(path: string, status: object): void {
    const found = this.objects.get(path);
    if (!found) throw new Error(`there is no ${path}`);
    const observedGeneration = found.metadata.generation;
    const text = JSON.stringify(status, (key, value: unknown) =>
      key === 'conditions'
        ? (value as object[]).map((condition) => ({ ...condition, observedGeneration }))
        : value,
    );
    found.status = JSON.parse(text) as object;
  }

  private answer(
    isKnown: boolean,
    method = '',
    url = '',
    body = '',
  ): [status: number, answer: object] {
    if (!isKnown || this.isRefusing)
      return [403, { message: 'certificates "custom-domain" is forbidden' }];
    const [, plural = '', name] = /\/namespaces\/clinic\/(\w+)(?:\/([\w-]+))?/.exec(url) ?? [];
    if (name === undefined) {
      const paths = [...this.objects.keys()].filter((path) => path.startsWith(`${plural}/`));
      return [200, { items: paths.map((path) => this.objects.get(path)) }];
    }
    const path = `${plural}/${name}`;
    const found = this.objects.get(path);
    if (method === 'PATCH') this.store(path, JSON.parse(body) as FakeObject);
    else if (!found) return [404, { message: 'not found' }];
    if (method === 'DELETE') this.objects.delete(path);
    return [200, this.objects.get(path) ?? {}];
  }

  private store(path: string, { metadata, spec }: FakeObject): void {
    const { metadata: known, spec: before, status } = this.objects.get(path) ?? {};
    const isSame = JSON.stringify(before) === JSON.stringify(spec);
    const generation = (known?.generation ?? 0) + (isSame ? 0 : 1);
    this.objects.set(path, {
      metadata: { ...metadata, uid: path, generation },
      spec,
      ...(status && { status }),
    });
  }
}
