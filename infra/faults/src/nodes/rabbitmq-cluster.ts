import { dirname } from 'node:path';
import { waitUntil } from '@ctdb/containers/report';
import {
  DEBIAN_RABBITMQ,
  findRabbitmq,
  rabbitmqEnvironment,
  sendAndReceive,
  type LauncherSession,
} from '@ctdb/launcher';
import { rabbitmqDefinitions } from '@ctdb/launcher/rabbitmq-users';
import { passwordOf, processes } from '@ctdb/launcher/users';
import { placeNode, ServerNode } from './server-node.ts';
import { clusterSettings } from './settings.ts';

const NODES = 3;
const FIRST_PORT = 5_700;
const FIRST_DISTRIBUTION_PORT = 25_700;
const EPMD_PORT = 4_400;
const USER = 'ctdb';
const HEALTHY_TIMEOUT_MS = 120_000;

/** Three nodes of RabbitMQ, with the users of processes. */
export class RabbitmqCluster {
  readonly nodes: ServerNode[] = [];
  readonly #ports: number[] = [];
  readonly #secret: string;
  #epmd: ServerNode | undefined;

  constructor({ secrets }: LauncherSession) {
    this.#secret = secrets.rabbitmq;
  }

  /** The address of the cluster by variable: of the administrator, and of each process. */
  get addresses(): Record<string, string> {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join();
    const own = processes.map((name) => [
      `${name.toUpperCase().replaceAll('-', '_')}_RABBITMQ_URL`,
      `amqp://${name}:${passwordOf(this.#secret, name)}@${hosts}`,
    ]);
    return { RABBITMQ_URL: `amqp://${USER}:${this.#secret}@${hosts}`, ...Object.fromEntries(own) };
  }

  async start(session: LauncherSession, signal: AbortSignal): Promise<void> {
    const { ports, secrets } = session;
    const program = await findRabbitmq();
    const epmdPort = await ports.claim(EPMD_PORT);
    for (let index = 0; index < NODES; index += 1)
      this.#ports.push(await ports.claim(FIRST_PORT + index));
    for (const [index, port] of this.#ports.entries()) {
      const name = `rabbitmq-${index}`;
      const place = await placeNode(session, name, 'rabbitmq', program !== undefined, signal);
      const distribution = await ports.claim(FIRST_DISTRIBUTION_PORT + index);
      const { visibleFolder, writeFile } = place;
      writeFile('rabbitmq.conf', settings(port, visibleFolder));
      writeFile(
        'definitions.json',
        rabbitmqDefinitions({ administrator: USER, secret: this.#secret }),
      );
      writeFile('enabled_plugins', '[].\n');
      writeFile('.erlang.cookie', secrets.erlangCookie);
      const env = rabbitmqEnvironment(name, visibleFolder, distribution, epmdPort);
      const isReady = async () =>
        (await sendAndReceive(port, 'AMQP\0\0\u0009\u0001')) !== undefined;
      const args: string[] = [];
      this.nodes.push(
        new ServerNode({ name, place, env, args, isReady, program: program ?? DEBIAN_RABBITMQ }),
      );
      // Started on its own, so that it outlives every node.
      this.#epmd ??= new ServerNode({
        name: 'epmd',
        place,
        program: 'epmd',
        args: ['-port', String(epmdPort), '-address', '127.0.0.1'],
        isReady: () => Promise.resolve(true),
      });
    }
    await this.#epmd?.start();
    await Promise.all(this.nodes.map((node) => node.start()));
    await this.waitUntilHealthy();
  }

  /** Waits until any one node may go: every queue has all its members. */
  async waitUntilHealthy(): Promise<void> {
    const program = `${dirname(DEBIAN_RABBITMQ)}/rabbitmq-queues`;
    for (const node of this.nodes)
      await waitUntil(`${node.name} may be stopped`, HEALTHY_TIMEOUT_MS, () =>
        node.run(program, ['check_if_node_is_quorum_critical']),
      );
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    await this.#epmd?.end('SIGKILL');
  }
}

const settings = (port: number, folder: string): string =>
  [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    `load_definitions = ${folder}/definitions.json`,
    ...clusterSettings,
    'cluster_formation.peer_discovery_backend = classic_config',
    ...Array.from(
      { length: NODES },
      (_, index) =>
        `cluster_formation.classic_config.nodes.${index + 1} = rabbitmq-${index}@localhost`,
    ),
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    '',
  ].join('\n');
