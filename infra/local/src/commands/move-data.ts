import { print, step } from '../console.ts';
import { LaunchError } from '../failure.ts';
import { copyDatabases, hasDatabases } from '../moving/copy-databases.ts';
import { copyObjects, hasObjects } from '../moving/copy-objects.ts';
import type { BackingServer } from '../servers/backing-server.ts';
import { mongodb } from '../servers/mongodb.ts';
import { objectStorage } from '../servers/object-storage.ts';
import type { ChosenServer } from '../servers/server-source.ts';
import {
  ADDRESS,
  CONTAINERS,
  findData,
  readServersFile,
  recordServers,
} from '../servers/servers-file.ts';
import { chooseForSession, dataOf, startChosen, type Addresses } from '../servers/start-servers.ts';
import { withSession, type LauncherSession } from '../session.ts';

interface Mover {
  server: BackingServer;
  hasData: (of: Addresses) => Promise<boolean>;
  /** Copies and verifies the data. Returns what was copied, for the screen. */
  copy: (from: Addresses, to: Addresses, signal: AbortSignal) => Promise<string>;
}

/** Redis and RabbitMQ hold only what is under way, and keep their server. */
const movers: Mover[] = [
  {
    server: mongodb,
    hasData: ({ MONGODB_URI = '' }) => hasDatabases(MONGODB_URI),
    copy: async ({ MONGODB_URI: from = '' }, { MONGODB_URI: to = '' }, signal) =>
      `${await copyDatabases(from, to, signal)} documents`,
  },
  {
    server: objectStorage,
    hasData: hasObjects,
    copy: async (from, to, signal) => {
      const { objects, bytes } = await copyObjects(from, to, signal);
      return `${objects} objects, ${bytes} bytes`;
    },
  },
];

/**
 * `npm run move-data`: copies databases and objects of an earlier version into the servers that a new installation would have
 * here, or into those that BACKING names. The record changes after the copy is verified, so that an interrupted move is
 * repeated, and nothing is lost. The product must not run.
 */
export function moveData(signal: AbortSignal): Promise<number> {
  return withSession(async (session) => {
    for (const { server } of movers)
      if (process.env[server.variable])
        throw new LaunchError(`Leave ${server.variable} out to move.`);
    let moved = 0;
    for (const mover of movers) {
      if (await moveServer(mover, session, signal)) moved += 1;
    }
    print(
      moved === 0 ? 'Nothing to move.' : 'Moved. The old data stay where they were: see above.',
    );
    return 0;
  });
}

async function moveServer(
  { server, hasData, copy }: Mover,
  session: LauncherSession,
  signal: AbortSignal,
): Promise<boolean> {
  const { name, title } = server;
  const data = findData(server, session.dataFolder);
  if (data === undefined || data === ADDRESS) return false;
  const target = await chooseOne(server, session, undefined, signal);
  const place = dataOf(target.source);
  if (place === data) return false;
  const source = await chooseOne(server, { ...session, env: withoutBacking }, data, signal);
  const from = await startChosen([source], session, signal);
  const to = await startChosen([target], session, signal);
  const mark = `${name} is moved to`;
  // An interrupted move is repeated; other data are never replaced.
  if (readServersFile(session.dataFolder)[mark] !== place && (await hasData(to)))
    throw new LaunchError(
      `${title} in ${place} has data already, which a move would replace.`,
      'Remove them if you need them no more, then try again.',
    );
  recordServers(session.dataFolder, { [mark]: place });
  let copied = '';
  await step(`${title}: copying from ${data} to ${place}`, async () => {
    copied = await copy(from, to, signal);
  });
  recordServers(session.dataFolder, { [name]: place, [mark]: '' });
  const old = data === CONTAINERS ? 'the volume of Docker' : `${data} in ${session.dataFolder}`;
  print(`  ${copied}, compared. The old ones are no longer used: ${old}.`);
  return true;
}

const withoutBacking: NodeJS.ProcessEnv = { ...process.env, BACKING: '' };

async function chooseOne(
  server: BackingServer,
  session: LauncherSession,
  data: string | undefined,
  signal: AbortSignal,
): Promise<ChosenServer> {
  const { chosen } = await chooseForSession([server], session, () => data, signal);
  const [one] = chosen;
  if (one === undefined) throw new LaunchError(`${server.title} was not found.`);
  return one;
}
