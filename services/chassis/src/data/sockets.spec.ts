import { expect, it } from 'vitest';
import type { Socket } from 'node:net';
import { corkWrites } from './sockets.js';

it('writes to a corked socket of one turn go together, and the next turn begins anew', async () => {
  const calls: string[] = [];
  const socket = {
    cork: () => calls.push('cork'),
    uncork: () => calls.push('uncork'),
    write: (chunk: string) => calls.push(`write ${chunk}`) > 0,
  };
  corkWrites(socket as unknown as Socket);
  socket.write('a');
  socket.write('b');
  await new Promise((resolve) => setImmediate(resolve));
  socket.write('c');
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(['cork', 'write a', 'write b', 'uncork', 'cork', 'write c', 'uncork']);
});
