import { expect, it } from 'vitest';
import { testEnv, waitUntil } from '@ctdb/chassis/testing';
import { bundleFolder, bundleOf, read, title, titleOf, writeBundle } from './support/bundle.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { Released } from './support/released.js';

const SWITCHES = 60;
const READERS = 4;
const POLL_TIMEOUT_MS = 20_000;
const folder = bundleFolder();
const env = testEnv({
  ...unlimited,
  WEB_DIST: folder,
  RELEASE_POLL_MS: '100',
  RELEASE_WAIT_MS: '10000',
});
/** The gateways that a load balancer would send requests to. */
let up: GatewayUnderTest[];

writeBundle(folder, 'bundle');
const released = await Released.start(env);
up = [await GatewayUnderTest.start(env), await GatewayUnderTest.start(env)];
const own = String(await bundleOf(up[0] as GatewayUnderTest));

const anyGateway = () => up[Math.floor(Math.random() * up.length)] as GatewayUnderTest;

/** A page and its script, each from whichever gateway; what is wrong with them. */
const fault = async (): Promise<string | undefined> => {
  const asked = [anyGateway(), anyGateway()] as const;
  const wrong = await look(...asked).catch(String);
  // Ignores errors of a gateway that stops during the request: a balancer sends clients to another one.
  return asked.every((gateway) => up.includes(gateway)) ? wrong : undefined;
};

const look = async (
  one: GatewayUnderTest,
  other: GatewayUnderTest,
): Promise<string | undefined> => {
  const page = await read(one, '/app');
  const mark = titleOf(page.text);
  const path = /src="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const asset = await read(other, path);
  const isWhole = mark !== 'bundle' && asset.text === `console.log('${mark}');`;
  if (page.status === 200 && isWhole) return undefined;
  return `${page.status} ${mark}: ${path} ${asset.status} ${asset.text}`;
};

const served = (mark: string) =>
  waitUntil(
    async () => (await Promise.all(up.map(title))).every((one) => one === mark),
    `${mark} is not served`,
    POLL_TIMEOUT_MS,
  );

const restart = async (): Promise<void> => {
  const [stays, goes] = up as [GatewayUnderTest, GatewayUnderTest];
  up = [stays];
  await goes.close();
  up = [stays, await GatewayUnderTest.start(env)];
};

it(`never mixes, misses or fails in ${SWITCHES} switches, for any reader, and through a restart`, async () => {
  await released.make('s0');
  await served(released.activate(own));
  let isOver = false;
  let reads = 0;
  const faults: string[] = [];
  const reader = async (): Promise<void> => {
    while (!isOver) {
      const found = await fault();
      if (found !== undefined) faults.push(found);
      reads += 1;
    }
  };
  const readers = Array.from({ length: READERS }, reader);
  let restarted: Promise<void> | undefined;
  for (let number = 1; number <= SWITCHES; number += 1) {
    // Now and then to an earlier one.
    const isBack = number % 7 === 0;
    if (!isBack) await released.make(`s${number}`);
    await served(released.activate(own, isBack ? 3 : 0));
    if (number === SWITCHES / 2) restarted = restart();
  }
  await restarted;
  await served(released.activate(own));
  isOver = true;
  await Promise.all(readers);
  expect(faults).toEqual([]);
  expect(up).toHaveLength(2);
  expect(reads).toBeGreaterThan(SWITCHES);
}, 300_000);
