import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProgramCall } from '../supervisor/child-spec.ts';
import { insideRoot } from '../tools/enter-root.ts';
import { which } from '../which.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder, writePrivate } from './folders.ts';
import { exchange } from './probe.ts';

const USUAL_PORT = 5672;
const USUAL_DISTRIBUTION_PORT = 25672;
const USUAL_NAMES_PORT = 4369;
const OLDEST = 4;
const USER = 'ctdb';
/** Debian's own program on PATH starts the broker as a user of the system; this one runs it as we are. */
const DEBIAN_PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** The message broker. */
export const rabbitmq: BackingServer = {
  title: 'RabbitMQ',
  variable: 'RABBITMQ_URL',
  usualPort: USUAL_PORT,
  program: `rabbitmq-server ${OLDEST} or later`,
  privateOrigin: 'from the private Debian',

  async findProgram() {
    const found = which('rabbitmq-server');
    if (found === undefined) return undefined;
    const program = existsSync(DEBIAN_PROGRAM) ? DEBIAN_PROGRAM : realpathSync(found);
    return (majorVersion(program) ?? 0) >= OLDEST ? program : undefined;
  },

  async startProgram(context, program) {
    const folder = serverFolder(context.dataFolder, 'rabbitmq');
    return start(context, folder, folder, { command: program, args: [] });
  },

  async startPrivate(context) {
    const root = await context.debianRoot();
    const folder = serverFolder(context.dataFolder, 'rabbitmq', 'rabbitmq');
    const inside = { root, user: 'rabbitmq', data: folder } as const;
    return start(context, folder, '/data', insideRoot(inside, DEBIAN_PROGRAM, []), 'rabbitmq');
  },
};

/** The version is told by the folder of the broker's own plugin: asking the program takes seconds. */
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
 * @param folder the broker's folder as the host sees it
 * @param seen the same folder as the broker sees it
 */
async function start(
  context: ServerContext,
  folder: string,
  seen: string,
  call: ProgramCall,
  user?: 'rabbitmq',
): Promise<string> {
  const { ports, secrets } = context;
  const port = await ports.claim(USUAL_PORT);
  const distribution = await ports.claim(USUAL_DISTRIBUTION_PORT);
  const names = await ports.claim(USUAL_NAMES_PORT);
  writePrivate(join(folder, 'rabbitmq.conf'), settings(port, secrets.rabbitmq), user);
  writePrivate(join(folder, 'enabled_plugins'), '[].\n', user);
  writePrivate(join(folder, '.erlang.cookie'), secrets.erlangCookie, user);
  const env = { ...plainEnvironment(), ...environment(seen, distribution, names) };
  const isReady = async () => (await exchange(port, 'AMQP\0\0\u0009\u0001')) !== undefined;
  await context.supervisor.start(
    { name: 'rabbitmq', env, port, quiet: true, isReady, ...call },
    context.signal,
  );
  return `amqp://${USER}:${secrets.rabbitmq}@127.0.0.1:${port}`;
}

function settings(port: number, password: string): string {
  return [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    // The account is made when the broker's data is new; the password is kept beside that data.
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
    // Makes the start script become the broker instead of waiting for it: one process, one pid.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '+S 2:2 +sbwt none -kernel inet_dist_use_interface {127,0,0,1}',
  };
}
