import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  ANONYMOUS,
  isAllowed,
  type MessageContract,
  personRoles,
  plans,
  serviceNames,
  type Subject,
} from '@ctdb/contracts';
import type { MessageHandler } from '@nestjs/microservices';
import type { Channel, ConsumeMessage } from 'amqplib';
import { newTraceparent } from '../context/trace-context.js';
import { Metrics } from '../health/metrics.js';
import { Tracing } from '../tracing/tracing.js';
import { AppLogger } from '../logging/app-logger.js';
import { messages, messagesWithIds } from '../testing/messages.js';
import { testTokens } from '../testing/rpc-caller.js';
import { buyer, person } from '../testing/subjects.js';
import type { AmqpConnection } from './connection.js';
import { RequestProcessor } from './request-processor.js';
import { newTokenKeys } from '../testing/token-keys.js';
import { BusNames } from './topology.js';

/**
 * Messages without a route, by those for whom the gateway may send them: the part of a service, then its messages.
 * Those of a route go with its access, which `gateway/test/authorisation.test.ts` has.
 */
const table = {
  everyone: `
    billing.passes: claim renew-token request-refund-by-code resume
    billing.payments: mode return
    billing.prices: get
    catalog.export: practice
    catalog.free-sample: find
    catalog.registry: tags
    catalog.translation: state
    media.images: etags
    ops.audit: record-attempts
    ops.releases: active
  `,
  read: `
    media.images: list locate
  `,
  editor: `
    media.images: abort-upload await-upload begin-upload finish-upload
  `,
  admin: `
    billing.prices: set
    catalog.imports: locate
    ops.deployments: get
    ops.overview: get
  `,
  services: `
    billing.practices: find
    catalog.diseases: names state
    catalog.samples: list
    catalog.treatments: get named
    media.backups: audit-heads
    ops.audit: head
  `,
};

/** Services that send a message by themselves. */
const callers: Record<string, readonly string[]> = {
  'billing.practices.find': ['catalog'],
  'catalog.diseases.names': ['ops'],
  'catalog.diseases.state': ['media'],
  'catalog.samples.list': ['media'],
  'catalog.treatments.get': ['media'],
  'catalog.treatments.named': ['media'],
  'media.backups.audit-heads': ['ops'],
  'media.images.list': ['catalog'],
  'media.images.locate': ['catalog'],
  'ops.audit.head': ['media'],
};

const subjects: [name: string, subject: Subject][] = [
  ['anonymous', ANONYMOUS],
  ...plans.map((plan): [string, Subject] => [plan, buyer(plan)]),
  ...personRoles.map((role): [string, Subject] => [role, person(role)]),
];
const allowed: Record<keyof typeof table, string[]> = {
  everyone: subjects.map(([name]) => name),
  read: [...plans, ...personRoles],
  editor: ['editor', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  services: [],
};

const messagesOf = (group: keyof typeof table): string[] =>
  table[group]
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [part, all = ''] = line.trim().split(': ');
      return all.split(' ').map((name) => `${part}.${name}`);
    });
const groupOf = new Map(
  (Object.keys(table) as (keyof typeof table)[]).flatMap((group) =>
    messagesOf(group).map((name) => [name, group] as const),
  ),
);

const keys = newTokenKeys();
const tokens = testTokens(keys);
const processors = new Map(
  serviceNames.map((service) => [
    service,
    new RequestProcessor(
      { service },
      tokens,
      { user: service } as AmqpConnection,
      new BusNames({ MESSAGE_NAMESPACE: '' }),
      new Metrics('test'),
      new AppLogger('test', 'silent'),
      new Tracing(),
    ),
  ]),
);

/** Whether a message is worked on that has nothing but its sender right. */
const isWorkedOn = async (
  contract: MessageContract,
  { subject, userId }: { subject?: Subject; userId?: string },
): Promise<boolean> => {
  const { service, name } = contract;
  let code: string | undefined = 'none';
  const publish = (_exchange: string, _key: string, content: Buffer): void => {
    code = (JSON.parse(content.toString()) as { error?: { code: string } }).error?.code;
  };
  const headers = {
    auth: subject ? await tokens.sign(subject, service) : '',
    requestId: 'r-1',
    traceparent: newTraceparent(),
    locale: 'en',
    deadline: Date.now() + 60_000,
  };
  const replyTo = `private.${String(userId)}.x`;
  const properties = { headers, type: name, correlationId: randomUUID(), replyTo, userId };
  const handler = Object.assign(() => Promise.resolve({}), { extras: { contract } });
  await processors
    .get(service)
    ?.process(
      { content: Buffer.from('{}'), properties, fields: {} } as unknown as ConsumeMessage,
      { publish } as unknown as Channel,
      handler as unknown as MessageHandler,
    );
  if (code === 'none') throw new Error(`${name} is not answered`);
  return code !== 'FORBIDDEN';
};

/** Each message with those of `senders` for whom it is worked on. */
const workedOn = async (
  senders: readonly (readonly [name: string, how: { subject?: Subject; userId?: string }])[],
): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const [name, contract] of messages) {
    const worked: string[] = [];
    for (const [sender, how] of senders) if (await isWorkedOn(contract, how)) worked.push(sender);
    found[name] = worked.sort();
  }
  return found;
};
const forEachMessage = (expected: (name: string) => string[]) =>
  Object.fromEntries([...messages.keys()].map((name) => [name, expected(name).sort()]));

it('the table has each message without a route once', () => {
  const all = (Object.keys(table) as (keyof typeof table)[]).flatMap(messagesOf);
  const names = [...messages.values()].filter((each) => !('path' in each)).map(({ name }) => name);
  expect(all.sort()).toEqual(names.sort());
});

it('media and ops have no object of one practice; for the others see their foreign-objects.test.ts', () => {
  const found = [...messagesWithIds('media'), ...messagesWithIds('ops')];
  const shared = /^media\.images\./;
  expect(found.filter((name) => !shared.test(name))).toEqual([]);
});

it('each message is worked on for those in the table or of its route, and refused for all others', async () => {
  const senders = subjects.map(
    ([name, subject]) => [name, { subject, userId: 'gateway' }] as const,
  );
  expect(await workedOn(senders)).toEqual(
    forEachMessage((name) => {
      const group = groupOf.get(name);
      if (group) return [...allowed[group]];
      const { access = false } = messages.get(name) ?? {};
      return subjects
        .filter(([, subject]) => access && isAllowed(access, subject))
        .map(([sender]) => sender);
    }),
  );
});

it('each message is worked on without a token for the services in the table alone', async () => {
  const users = ['gateway', ...serviceNames.flatMap((name) => [name, `${name}-worker`])];
  const senders = [...users, 'administrator'].map((userId) => [userId, { userId }] as const);
  expect(await workedOn([...senders, ['unnamed', {}]])).toEqual(
    forEachMessage((name) => {
      const named = (callers[name] ?? []).flatMap((service) => [service, `${service}-worker`]);
      // The broker's administrator, whom processes share where they have no own users.
      return callers[name] ? [...named, 'administrator'] : named;
    }),
  );
});
