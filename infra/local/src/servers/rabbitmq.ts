import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProgramCall } from '../supervisor/child.ts';
import { chrootCommand } from '../tools/chroot-command.ts';
import { findProgram } from '../command.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder, writePrivateFile } from './backing-server.ts';
import { sendAndReceive } from './probe.ts';

const DEFAULT_PORT = 5672;
const DEFAULT_DISTRIBUTION_PORT = 25672;
const DEFAULT_EPMD_PORT = 4369;
const MIN_VERSION = 4;
const USER = 'ctdb';
/** The Debian wrapper on PATH changes the user; this program does not. */
const DEBIAN_PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** The message broker. */
export const rabbitmq: BackingServer = {
  title: 'RabbitMQ',
  variable: 'RABBITMQ_URL',
  defaultPort: DEFAULT_PORT,
  program: `rabbitmq-server ${MIN_VERSION} or later`,
  chrootSourceLabel: 'from the private Debian',

  async findProgram() {
    const found = findProgram('rabbitmq-server');
    if (found === undefined) return undefined;
    const program = existsSync(DEBIAN_PROGRAM) ? DEBIAN_PROGRAM : realpathSync(found);
    return (majorVersion(program) ?? 0) >= MIN_VERSION ? program : undefined;
  },

  async startFromPath(context, program) {
    const folder = serverFolder(context.dataFolder, 'rabbitmq');
    return start(context, folder, folder, { command: program, args: [] });
  },

  async startInChroot(context) {
    const root = await context.debianRoot();
    const folder = serverFolder(context.dataFolder, 'rabbitmq', 'rabbitmq');
    const inside = { root, user: 'rabbitmq', data: folder } as const;
    return start(context, folder, '/data', chrootCommand(inside, DEBIAN_PROGRAM, []), 'rabbitmq');
  },
};

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

/**
 * @param folder the data folder on the host
 * @param pathInChroot the same folder inside the chroot
 */
async function start(
  context: ServerContext,
  folder: string,
  pathInChroot: string,
  call: ProgramCall,
  user?: 'rabbitmq',
): Promise<string> {
  const { ports, secrets } = context;
  const port = await ports.claim(DEFAULT_PORT);
  const distribution = await ports.claim(DEFAULT_DISTRIBUTION_PORT);
  const epmdPort = await ports.claim(DEFAULT_EPMD_PORT);
  writePrivateFile(join(folder, 'rabbitmq.conf'), settings(port, secrets.rabbitmq), user);
  writePrivateFile(join(folder, 'enabled_plugins'), '[].\n', user);
  writePrivateFile(join(folder, '.erlang.cookie'), secrets.erlangCookie, user);
  const env = { ...plainEnvironment(), ...environment(pathInChroot, distribution, epmdPort) };
  const isReady = async () => (await sendAndReceive(port, 'AMQP\0\0\u0009\u0001')) !== undefined;
  await context.supervisor.start(
    { name: 'rabbitmq', env, port, quiet: true, isReady, ...call },
    context.signal,
  );
  return `amqp://${USER}:${secrets.rabbitmq}@127.0.0.1:${port}`;
}

function settings(port: number, password: string): string {
  return [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    // The account is created with new data. The password is stored with the data.
    `default_user = ${USER}`,
    `default_pass = ${password}`,
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    '',
  ].join('\n');
}

function environment(folder: string, distribution: number, names: number): NodeJS.ProcessEnv {
  return {
    HOME: folder,
    RABBITMQ_NODENAME: 'ctdb@localhost',
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
