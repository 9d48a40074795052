import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

type Defer = (flush: () => void) => unknown;
type Write = (...chunk: unknown[]) => boolean;

/**
 * Sends all chunks that are written before `flush` runs to the kernel together. amqplib writes each
 * frame by itself and ioredis each command, which costs both sides a system call; together they cost
 * a third less.
 * @param defer runs `flush` after the work of this turn
 */
export const corkWrites = (
  socket: Pick<Socket, 'cork' | 'uncork' | 'write'>,
  defer: Defer = process.nextTick,
): void => {
  const write = socket.write.bind(socket) as Write;
  let isCorked = false;
  const corkedWrite: Write = (...chunk) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      defer(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...chunk);
  };
  socket.write = corkedWrite;
};

/**
 * Applies {@link corkWrites} to each socket that connects to the port of one of `urls`, until the returned
 * function is called.
 */
export const corkConnections = (urls: readonly string[]): (() => void) =>
  onConnect(new Set(urls.map((url) => Number(new URL(url).port) || 5672)), corkWrites);

/**
 * Calls `action` for each socket that connects to one of `ports`, until the returned function is called. Clients
 * such as amqplib do not give their sockets away; Node announces new ones on a diagnostics channel. Connections
 * over TLS are not announced.
 */
export const onConnect = (
  ports: ReadonlySet<number>,
  action: (socket: Socket) => void,
): (() => void) => {
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (socket.remotePort !== undefined && ports.has(socket.remotePort)) action(socket);
    });
  };
  subscribe('net.client.socket', onSocket);
  return () => unsubscribe('net.client.socket', onSocket);
};
