import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitUntil } from '@ctdb/chassis/testing';
import { abortUpload, beginUpload, DomainError, finishUpload } from '@ctdb/contracts';
import { fields, fileOf, form, formType, type Part } from './support/forms.js';
import { sharedStage } from './support/stage.js';
import { uploadId } from './support/stub-media.js';

const path = '/api/treatments/images';

const { admin, gateway, media, storage } = await sharedStage();

/** Files of uploads that this process has open; their names are gone already. */
const spooled = async (): Promise<number> => {
  const numbers = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  );
  return targets.filter((target) => /\/upload-[-0-9a-f]{36}/.test(target)).length;
};
const named = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('upload-'));
const traces = () => [media.calls(beginUpload).length, storage.puts.length];
const post = (raw: Buffer) =>
  gateway.call(path, { method: 'POST', raw, headers: { ...admin, ...formType } });
const nothingStays = async () => {
  await waitUntil(async () => (await spooled()) === 0, 'a file of an upload is still open');
  // Other processes name their files for a moment.
  await waitUntil(async () => (await named()).length === 0, 'a file of an upload has a name');
};

const open = (): Socket => {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  return socket.on('error', () => undefined);
};
/** Sends the first `bytes` of an upload of `body`. */
const begin = (socket: Socket, body: Buffer, bytes: number): void => {
  const head = { ...admin, ...formType, host: 'x', 'content-length': body.length };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(body.subarray(0, bytes));
};

it.each<[string, Part[]]>([
  ['the fields', fields],
  ['nothing', []],
])(
  'an upload whose sender goes away in the middle of the file, after %s, leaves nothing behind',
  async (_, before) => {
    const socket = open();
    begin(socket, form([...before, fileOf(4_000_000)]), 2_000_000);
    await waitUntil(async () => (await spooled()) === 1, 'no file was begun');
    socket.destroy();
    await nothingStays();
    expect(traces()).toEqual([0, 0]);
  },
);

it('an upload that is cancelled after its last byte becomes no image', async () => {
  const body = form([...fields, fileOf(500_000)]);
  const socket = open();
  const usual = media.answererOf(beginUpload);
  media.answer(beginUpload, async (wanted, context) => {
    socket.destroy();
    await pause(200);
    return usual(wanted, context);
  });
  begin(socket, body, body.length);
  await waitUntil(() => Promise.resolve(storage.puts.length > 0), 'nothing was handed on');
  await nothingStays();
  expect(media.last(abortUpload).request).toEqual({ uploadId });
  expect(media.calls(finishUpload)).toEqual([]);
});

// From its end where it is negative.
it.each([40, 300, 5_000, 69_000, -30, -4])(
  'a form that is cut off at byte %d is refused',
  async (length) => {
    const result = await post(form([...fields, fileOf(70_000)]).subarray(0, length));
    expect([result.status, result.json()['code']]).toEqual([400, 'MALFORMED_BODY']);
    expect(traces()).toEqual([0, 0]);
    await nothingStays();
  },
);

it('a form that is cut off in a file of an unknown field is rejected, too', async () => {
  const raw = form([['avatar', Buffer.alloc(90_000), 'a.jpg']]).subarray(0, 50_000);
  expect((await post(raw)).json()['code']).toBe('MALFORMED_BODY');
  expect((await post(form([...fields, fileOf(10)]))).status).toBe(201);
});

it('a form that is cut off or is made of noise does no harm', async () => {
  for (let index = 0; index < 40; index += 1) {
    const raw = form([...fields, fileOf(3_000)]);
    const at = Math.floor((index / 40) * raw.length);
    const noise = Buffer.concat([raw.subarray(0, at), randomBytes(40), raw.subarray(at + 40)]);
    expect([201, 400]).toContain((await post(noise)).status);
  }
  await nothingStays();
});

it.each<[string, number, Part[]]>([
  ['with a file that is too large', 413, [fileOf(11 * 1_048_576), ...fields]],
  ['with a large file of an unknown field', 400, [['avatar', Buffer.alloc(9_000_000), 'a.jpg']]],
])(
  'a form that is rejected before its end %s leaves the connection usable',
  async (_name, status, parts) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (body: Buffer): Promise<number | undefined> => {
      const headers = { ...admin, ...formType, 'content-length': body.length };
      const outgoing = request(`${gateway.origin}${path}`, { agent, method: 'POST', headers });
      // A client may send the whole form before it reads the answer.
      const isSent = once(outgoing, 'finish');
      outgoing.end(body);
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      incoming.resume();
      await isSent;
      return incoming.statusCode;
    };
    expect(await send(form(parts))).toBe(status);
    expect(traces()).toEqual([0, 0]);
    expect(await send(form([fileOf(1_000), ...fields]))).toBe(201);
    agent.destroy();
    await nothingStays();
  },
);

it('an upload that comes to nothing is aborted where storage does not take it', async () => {
  storage.isBroken = true;
  const result = await post(form([...fields, fileOf(9_000_000)]));
  expect(result.status).toBe(503);
  expect(media.last(abortUpload).request).toEqual({ uploadId });
  await nothingStays();
});

it('an upload that comes to nothing tells what media holds against the picture', async () => {
  media.answer(finishUpload, () => {
    throw new DomainError('IMAGE_NOT_SUPPORTED');
  });
  const result = await post(form([...fields, fileOf(10)]));
  expect([result.status, result.json()['code']]).toEqual([415, 'IMAGE_NOT_SUPPORTED']);
  await nothingStays();
});
