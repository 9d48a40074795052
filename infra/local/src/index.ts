/** Parts of the launcher for programs that start servers themselves. */
export { runCommand } from './command.ts';
export { formatError } from './failure.ts';
export { repository } from './paths.ts';
export {
  ownVariable,
  placeInChroot,
  placeOnHost,
  plainEnvironment,
  type ServerPlace,
} from './servers/backing-server.ts';
export { respondsWith, sendAndReceive } from './servers/probe.ts';
export { DEBIAN_RABBITMQ, findRabbitmq, rabbitmqEnvironment } from './servers/rabbitmq.ts';
export { findRedis } from './servers/redis.ts';
export { startAllServers, type Addresses } from './servers/start-servers.ts';
export { openTemporarySession, type LauncherSession } from './session.ts';
export { createStopSignal, step } from './console.ts';
export { readRunFile } from './supervisor/processes.ts';
export { ensureDebianChroot } from './tools/debian-chroot.ts';
export { buildOnce } from './tools/cache.ts';
export { buildGoProgram } from './tools/go-program.ts';
