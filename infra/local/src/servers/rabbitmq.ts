import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rabbitmqDefinitions } from '../../access/rabbitmq-users.mjs';
import { findProgram } from '../command.ts';
import type { Secrets } from '../secrets.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { placeServer, plainEnvironment, userAddresses } from './backing-server.ts';
import { sendAndReceive } from './probe.ts';

const DEFAULT_PORT = 5672;
const DEFAULT_DISTRIBUTION_PORT = 25672;
const DEFAULT_EPMD_PORT = 4369;
const MIN_VERSION = 4;
const USER = 'ctdb';
/** The Debian wrapper on PATH changes the user; this program does not. */
export const DEBIAN_RABBITMQ = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** A suitable program on PATH. */
export async function findRabbitmq(): Promise<string | undefined> {
  const found = findProgram('rabbitmq-server');
  if (found === undefined) return undefined;
  const program = existsSync(DEBIAN_RABBITMQ) ? DEBIAN_RABBITMQ : realpathSync(found);
  return (majorVersion(program) ?? 0) >= MIN_VERSION ? program : undefined;
}

const toAddress = (port: number, { rabbitmq: secret }: Secrets) =>
  `amqp://${USER}:${secret}@127.0.0.1:${port}`;

/** The message broker. */
export const rabbitmq: BackingServer = {
  name: 'rabbitmq',
  title: 'RabbitMQ',
  variable: 'RABBITMQ_URL',
  defaultPort: DEFAULT_PORT,
  program: `rabbitmq-server ${MIN_VERSION} or later`,
  users: (address, secrets) => userAddresses('RABBITMQ_URL', address, secrets.rabbitmq),
  local: [
    {
      folder: 'rabbitmq',
      findProgram: findRabbitmq,
      privateLabel: 'from the private Debian',
      start: startRabbitmq,
    },
  ],
  container: {
    service: 'rabbitmq',
    files: ({ rabbitmq: secret }) => ({
      '20-ctdb.conf': CONTAINER_SETTINGS,
      'definitions.json': definitionsOf(secret),
    }),
    toAddress,
    isReady: (address) => speaksAmqp(Number(new URL(address).port)),
  },
};

const CONTAINER_SETTINGS = `load_definitions = /etc/rabbitmq/conf.d/definitions.json
loopback_users = none
`;

const definitionsOf = (secret: string) => rabbitmqDefinitions({ administrator: USER, secret });

const speaksAmqp = async (port: number) =>
  (await sendAndReceive(port, 'AMQP\0\0\u0009\u0001')) !== undefined;

async function startRabbitmq(context: ServerContext, program?: string): Promise<string> {
  const { ports, secrets, signal, supervisor } = context;
  const { visibleFolder, writeFile, toCall } = await placeServer(context, 'rabbitmq', program);
  const port = await ports.claim(DEFAULT_PORT);
  const distribution = await ports.claim(DEFAULT_DISTRIBUTION_PORT);
  const epmdPort = await ports.claim(DEFAULT_EPMD_PORT);
  const definitions = join(visibleFolder, 'definitions.json');
  writeFile('rabbitmq.conf', settings(port, definitions));
  writeFile('definitions.json', definitionsOf(secrets.rabbitmq));
  writeFile('enabled_plugins', '[].\n');
  writeFile('.erlang.cookie', secrets.erlangCookie);
  const env = rabbitmqEnvironment('ctdb', visibleFolder, distribution, epmdPort);
  const call = toCall(program ?? DEBIAN_RABBITMQ, []);
  const isReady = () => speaksAmqp(port);
  await supervisor.start({ name: 'rabbitmq', env, port, quiet: true, isReady, ...call }, signal);
  return toAddress(port, secrets);
}

/** Reads the version from the plugin folder, because the program takes seconds to print it. */
function majorVersion(program: string): number | undefined {
  const homes = [dirname(dirname(program)), '/usr/lib/rabbitmq'];
  const lib = '/usr/lib/rabbitmq/lib';
  if (existsSync(lib)) homes.push(...readdirSync(lib).map((name) => join(lib, name)));
  for (const home of homes) {
    const plugins = join(home, 'plugins');
    if (!existsSync(plugins)) continue;
    for (const name of readdirSync(plugins)) {
      const major = /^rabbit-(\d+)\.\d/.exec(name)?.[1];
      if (major !== undefined) return Number(major);
    }
  }
  return undefined;
}

const settings = (port: number, definitions: string) => `listeners.tcp.local = 127.0.0.1:${port}
load_definitions = ${definitions}
log.console = true
log.console.level = info
log.file = false
`;

/**
 * The environment of a node with the files of its data `folder`.
 * @param distribution the port on which the nodes of a cluster speak with each other
 * @param names the port of epmd, which knows the nodes of this machine
 */
export function rabbitmqEnvironment(
  name: string,
  folder: string,
  distribution: number,
  names: number,
): NodeJS.ProcessEnv {
  return {
    ...plainEnvironment(),
    HOME: folder,
    RABBITMQ_NODENAME: `${name}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'logs'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_PID_FILE: join(folder, 'rabbitmq.pid'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    // Makes the start script exec the broker, so that the pid stays the same.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '+S 2:2 +sbwt none -kernel inet_dist_use_interface {127,0,0,1}',
  };
}
