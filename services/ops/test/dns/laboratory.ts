import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedTestEnv, type TestEnv } from '@ctdb/chassis/testing';
import type { DnsCheck } from '@ctdb/contracts';
import { beforeAll } from 'vitest';
import { loadConfig, type OpsConfig } from '../../src/config.js';
import { DnsCheckService } from '../../src/dns/dns-check.service.js';
import { Authority } from './certificates.js';
import { TestDns } from './dns-server.js';
import { Endpoint, httpServer, silentServer } from './endpoints.js';

/** The own address; 127.0.0.3 to 127.0.0.15 are others that count as public. */
export const OWN = '127.0.0.2';
/** Counts as private. */
export const PRIVATE = '127.0.0.99';

/** Checks with a name server, an authority and servers of its own, all on the loopback. */
export class Laboratory {
  dns!: TestDns;
  authority!: Authority;
  config!: OpsConfig;
  checks!: DnsCheckService;
  private inside: Endpoint[] = [];
  private httpsPort = 0;
  private httpPort = 0;

  /** Call it once, at the top of a test file. */
  constructor(readonly env: TestEnv = sharedTestEnv()) {
    beforeAll(() => this.start(), 60_000);
  }

  /** What is found about a domain. */
  check(domain: string): Promise<DnsCheck> {
    return this.checks.check(domain);
  }

  /** Puts a server where https is looked for, to the end of the file. */
  https(address: string, server: Server): Promise<Endpoint> {
    return this.put(server, address, this.httpsPort);
  }

  /** The same for http. */
  http(address: string, server: Server): Promise<Endpoint> {
    return this.put(server, address, this.httpPort);
  }

  /** Number of connections to the private address. */
  privateConnections(): number {
    return this.inside.reduce((sum, { connections }) => sum + connections, 0);
  }

  private async put(server: Server, address: string, port: number): Promise<Endpoint> {
    const endpoint = await Endpoint.listen(server, address, port);
    this.env.onEnd(() => endpoint.close());
    return endpoint;
  }

  private async start(): Promise<void> {
    this.dns = await TestDns.start();
    this.env.onEnd(() => Promise.resolve(this.dns.close()));
    this.authority = await Authority.named('Laboratory');
    const folder = await mkdtemp(join(tmpdir(), 'laboratory-'));
    this.env.onEnd(() => rm(folder, { recursive: true }));
    const file = join(folder, 'authority.pem');
    await writeFile(file, this.authority.pem);
    // Free ports of the private address; no check may connect to them.
    const https = await this.put(silentServer(), PRIVATE, 0);
    const http = await this.put(httpServer(200), PRIVATE, 0);
    this.inside = [https, http];
    [this.httpsPort, this.httpPort] = [https.port, http.port];
    Object.assign(process.env, {
      SITE_DOMAIN: 'site.test',
      SITE_IPV4: OWN,
      DNS_SERVERS: this.dns.address,
      DNS_LABORATORY_NETWORKS: '127.0.0.0/28',
      DNS_TRUSTED_CA_FILE: file,
      DNS_HTTPS_PORT: String(this.httpsPort),
      DNS_HTTP_PORT: String(this.httpPort),
    });
    this.config = loadConfig(process.env);
    this.checks = new DnsCheckService(this.config);
  }
}
