import type { IncomingMessage } from 'node:http';

/** Whether the call comes from this machine. */
export function isLoopback({ socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return address === '::1' || address.startsWith('127.');
}
