import { randomBytes, randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { MONGO, REDIS } from '@ctdb/chassis';
import { newTokenKeys } from '@ctdb/chassis/testing/token-keys';
import { NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { BillingModule } from '../../src/billing.module.js';
import { PaypalSimulator } from '../support/paypal.js';
import { RazorpaySimulator } from '../support/razorpay.js';
import { runHistories } from './run.js';
import { World } from './world.js';

const BATCH = 200;
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    /** `paypal`, `razorpay` or `mixed`. */
    provider: { type: 'string', default: 'mixed' },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const name = `histories-${randomBytes(5).toString('hex')}`;
const simulators = {
  ...(values.provider === 'razorpay' ? {} : { paypal: new PaypalSimulator() }),
  ...(values.provider === 'paypal' ? {} : { razorpay: new RazorpaySimulator() }),
};
Object.assign(process.env, ...Object.values(simulators).map(({ env }) => env), {
  MONGODB_DB: name,
  REDIS_PREFIX: `${name}:`,
  MESSAGE_NAMESPACE: name,
  ...newTokenKeys(),
  ADMIN_PASSWORD: randomBytes(12).toString('hex'),
  HEALTH_PORT: '0',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  RECONCILE_SECONDS: '3600',
  PAYMENT_LEASE_MS: '300',
});

const app = await NestFactory.createApplicationContext(BillingModule, { logger: false });
const world = new World(app, simulators);
const count = Number(values.count);
const seed = Number(values.seed);
let faults = 0;
for (let done = 0; done < count; done += BATCH) {
  const outcome = await runHistories(world, seed + done, Math.min(BATCH, count - done));
  faults += outcome.faults.length;
  for (const fault of outcome.faults) say(`✖ ${fault}`);
  const { histories, steps, crashes, states } = outcome;
  const figures = JSON.stringify({ histories, steps, crashes, states });
  say(`seed ${seed + done}: ${figures}, ${outcome.faults.length} wrong`);
}
say(`${count} histories with ${values.provider} from seed ${seed}, ${faults} wrong`);
await app.get<Connection>(MONGO, { strict: false }).dropDatabase();
const redis = app.get<Redis>(REDIS, { strict: false });
const keys = await redis.keys(`${name}:*`);
if (keys.length > 0) await redis.unlink(keys.map((key) => key.slice(name.length + 1)));
await app.close();
process.exitCode = faults > 0 ? 1 : 0;
