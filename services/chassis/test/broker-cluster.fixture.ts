import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER_USER_ID, serverRoot, spawnServer, waitUntil } from '../src/testing/index.js';

const NODES = 3;
const PASSWORD = randomBytes(12).toString('hex');
const START_TIMEOUT_MS = 90_000;

/** One node of the cluster. */
export interface BrokerNode {
  readonly name: string;
  readonly port: number;
  /** Ends it without warning. */
  kill(): Promise<void>;
}

/** Below the ports of outgoing connections, one of which could take a port before its node starts. */
const freePorts = async (count: number): Promise<number[]> => {
  const servers: Server[] = [];
  while (servers.length < count) {
    const server = createServer().listen(randomInt(20_000, 32_768), '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.write('AMQP\0\0\u0009\u0001'));
    socket.once('data', () => resolve(true) === undefined && socket.destroy());
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });

/** A RabbitMQ cluster on loopback, whose queues are quorum queues unless they say otherwise. */
export class BrokerCluster {
  readonly nodes: BrokerNode[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'broker-cluster-'));
  private readonly children: ChildProcess[] = [];
  private readonly cookie = randomBytes(16).toString('hex');
  private epmdPort = 0;

  /** Starts all nodes and waits for them. */
  static async start(): Promise<BrokerCluster> {
    const cluster = new BrokerCluster();
    await cluster.startNodes();
    return cluster;
  }

  /** The address of the cluster, with all nodes. */
  get url(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`);
    return `amqp://cluster:${PASSWORD}@${hosts.join()}`;
  }

  /** Names of queues by the node that leads them. */
  async findLeaders(): Promise<Map<string, string>> {
    const program = '/usr/lib/rabbitmq/bin/rabbitmqctl';
    const command = ['list_queues', '-q', '--formatter', 'json', 'name', 'leader'];
    const child = this.run('node-0', program, command, { RABBITMQ_NODENAME: 'node-0@localhost' });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    await once(child, 'exit');
    const queues = JSON.parse(output) as { name: string; leader: string }[];
    return new Map(queues.map(({ name, leader }) => [name, leader.replace(/@.*/, '')]));
  }

  /** Ends everything and removes its files. */
  async stop(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startNodes(): Promise<void> {
    const [epmd = 0, ...ports] = await freePorts(1 + 2 * NODES);
    this.epmdPort = epmd;
    for (let index = 0; index < NODES; index += 1) this.prepare(`node-${index}`, ports[index] ?? 0);
    // Started on its own, so that it outlives every node.
    this.run('node-0', '/usr/bin/epmd', ['-port', String(epmd), '-address', '127.0.0.1'], {});
    await pause(500);
    for (let index = 0; index < NODES; index += 1)
      this.startNode(`node-${index}`, ports[index] ?? 0, ports[NODES + index] ?? 0);
    for (const { name, port } of this.nodes)
      await waitUntil(() => accepts(port), `${name} does not start`, START_TIMEOUT_MS);
  }

  private prepare(name: string, port: number): void {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    const nodes = Array.from({ length: NODES }, (_, index) => index);
    const write = (file: string, lines: string[]): void => {
      writeFileSync(join(folder, file), lines.join('\n'), { mode: 0o600 });
      chownSync(join(folder, file), SERVER_USER_ID, SERVER_USER_ID);
    };
    write('.erlang.cookie', [this.cookie]);
    write('enabled_plugins', ['[].', '']);
    write('rabbitmq.conf', [
      `listeners.tcp.local = 127.0.0.1:${port}`,
      'default_user = cluster',
      `default_pass = ${PASSWORD}`,
      'default_queue_type = quorum',
      // Else what a consumer on a lost node had waits a minute, and an ordered queue with it.
      'consumer_disconnected_timeout = 3000',
      'cluster_formation.peer_discovery_backend = classic_config',
      ...nodes.map(
        (index) => `cluster_formation.classic_config.nodes.${index + 1} = node-${index}@localhost`,
      ),
      '',
    ]);
    chmodSync(this.folder, 0o755);
    chownSync(folder, SERVER_USER_ID, SERVER_USER_ID);
  }

  private startNode(name: string, port: number, distribution: number): void {
    const home = this.home(name);
    const child = this.run(name, '/usr/lib/rabbitmq/bin/rabbitmq-server', [], {
      RABBITMQ_NODENAME: `${name}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_MNESIA_BASE: `${home}/data`,
      RABBITMQ_LOG_BASE: `${home}/logs`,
      RABBITMQ_CONFIG_FILE: `${home}/rabbitmq.conf`,
      RABBITMQ_ENABLED_PLUGINS_FILE: `${home}/enabled_plugins`,
      RABBITMQ_PID_FILE: `${home}/rabbitmq.pid`,
      // The start script executes the broker, so that the process id stays the same.
      RUNNING_UNDER_SYSTEMD: 'true',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
        '+S 1:1 +sbwt none -kernel inet_dist_use_interface {127,0,0,1}',
    });
    const kill = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    this.nodes.push({ name, port, kill });
  }

  private home(name: string): string {
    return serverRoot === '' ? join(this.folder, name) : `/data/${name}`;
  }

  private run(name: string, program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
    const child = spawnServer(program, args, {
      folder: this.folder,
      env: {
        HOME: this.home(name),
        ERL_EPMD_PORT: String(this.epmdPort),
        ERL_EPMD_ADDRESS: '127.0.0.1',
        RABBITMQ_CONF_ENV_FILE: '/dev/null',
        ...env,
      },
    });
    this.children.push(child);
    return child;
  }
}
