import { connect } from 'node:net';

const ANSWER_WITHIN_MS = 1_000;

/** Sends bytes to a loopback port and returns the first answer; undefined when there is none in a second. */
export function exchange(port: number, payload: Buffer | string): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (answer?: Buffer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_WITHIN_MS, () => finish());
    socket.on('error', () => finish());
    socket.on('close', () => finish());
    socket.on('connect', () => socket.write(payload));
    socket.on('data', (answer) => finish(answer));
  });
}

/** Whether anything accepts connections there. */
export function accepts(host: string, port: number, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(withinMs, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('connect', () => finish(true));
  });
}
