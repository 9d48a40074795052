import { describe, expect, it } from 'vitest';
import {
  ANONYMOUS,
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
import { passHolder, person } from '../testing/subjects.js';
import type { AmqpConnection } from './connection.js';
import { RequestProcessor } from './request-processor.js';
import { newTokenKeys } from '../testing/token-keys.js';
import { BusNames } from './topology.js';

/** Messages by those for whom the gateway may send them. */
const table = {
  everyone: [
    'billing.accounts.complete-sign-in',
    'billing.accounts.refresh',
    'billing.accounts.sign-in',
    'billing.accounts.sign-out',
    'billing.passes.claim',
    'billing.passes.list',
    'billing.passes.open-link',
    'billing.passes.renew-token',
    'billing.passes.request-refund',
    'billing.passes.request-refund-by-receipt',
    'billing.passes.restore',
    'billing.passes.resume',
    'billing.passes.send-link',
    'billing.passes.sign-out',
    'billing.payments.capture-order',
    'billing.payments.checkout',
    'billing.payments.create-order',
    'billing.payments.mode',
    'billing.payments.return',
    'billing.payments.webhook',
    'billing.people.forgotten-link',
    'billing.people.open-link',
    'billing.people.set-password',
    'billing.prices.get',
    'billing.receipts.get',
    'billing.receipts.pdf',
    'catalog.glossary.list',
    'catalog.registry.tags',
    'catalog.samples.cards',
    'catalog.translation.state',
    'media.images.etags',
    'ops.audit.record-attempts',
    'ops.bundled-sites.store',
    'ops.releases.active',
  ],
  read: [
    'catalog.diseases.filters',
    'catalog.diseases.get',
    'catalog.diseases.list',
    'catalog.favorites.add',
    'catalog.favorites.list',
    'catalog.favorites.remove',
    'catalog.history.list',
    'catalog.notes.list',
    'catalog.recent.add',
    'catalog.recent.list',
    'catalog.treatments.ofDisease',
    'media.images.list',
    'media.images.locate',
  ],
  tools: [
    'catalog.history.add',
    'catalog.history.update',
    'catalog.notes.add',
    'catalog.notes.update',
    'catalog.patients.erase',
    'catalog.patients.export',
    'catalog.patients.get',
    'catalog.patients.history',
    'catalog.patients.list',
    'catalog.patients.merge',
    'catalog.patients.search',
    'catalog.patients.update',
  ],
  analytics: ['catalog.analytics.get', 'catalog.trends.get'],
  practitioner: [
    'billing.accounts.change-password',
    'billing.confirmation.confirm',
    'billing.confirmation.start',
    'billing.contact.get',
    'billing.contact.set',
    'billing.factors.add-passkey',
    'billing.factors.add-totp',
    'billing.factors.get',
    'billing.factors.remove-passkey',
    'billing.factors.remove-totp',
    'billing.factors.renew-recovery-codes',
    'billing.factors.start-passkey',
    'billing.factors.start-totp',
    'billing.sessions.end',
    'billing.sessions.end-all',
    'billing.sessions.list',
  ],
  editor: [
    'catalog.colors.add',
    'catalog.colors.delete',
    'catalog.colors.list',
    'catalog.diseases.create',
    'catalog.diseases.delete',
    'catalog.diseases.update',
    'catalog.history.delete',
    'catalog.notes.delete',
    'catalog.protocols.replace',
    'catalog.translation.translate',
    'catalog.trash.list',
    'catalog.trash.restore',
    'catalog.treatments.create',
    'catalog.treatments.review',
    'catalog.treatments.update',
    'media.images.abort-upload',
    'media.images.await-upload',
    'media.images.begin-upload',
    'media.images.delete',
    'media.images.deleted',
    'media.images.finish-upload',
    'media.images.restore',
    'media.images.update',
  ],
  admin: [
    'billing.orders.list',
    'billing.orders.refund',
    'billing.prices.changes',
    'billing.prices.set',
    'billing.receipts.export',
    'catalog.export.diseases',
    'catalog.export.history',
    'catalog.history.publish',
    'catalog.imports.cancel',
    'catalog.imports.get',
    'catalog.imports.list',
    'catalog.imports.locate',
    'catalog.imports.run',
    'catalog.imports.start',
    'catalog.imports.undo',
    'catalog.notes.publish',
    'catalog.samples.remove',
    'catalog.samples.restore',
    'catalog.samples.state',
    'media.backups.get',
    'media.backups.start-drill',
    'media.backups.start-full',
    'media.backups.start-restore',
    'media.backups.status',
    'media.health.fix',
    'media.health.last',
    'media.queues.state',
    'ops.audit.erase-details',
    'ops.audit.list',
    'ops.audit.verify',
    'ops.backups.status',
    'ops.dead-letters.discard',
    'ops.dead-letters.get',
    'ops.dead-letters.list',
    'ops.dead-letters.replay',
    'ops.deployments.get',
    'ops.deployments.list',
    'ops.deployments.start',
    'ops.deployments.verify',
    'ops.dns.check',
    'ops.domain-provider.get',
    'ops.domain-provider.set',
    'ops.overview.get',
    'ops.releases.activate',
    'ops.releases.list',
  ],
  owner: [
    'billing.people.change-role',
    'billing.people.create-link',
    'billing.people.end-sessions',
    'billing.people.invite',
    'billing.people.list',
    'billing.people.send-link',
    'billing.people.remove-factors',
    'billing.people.set-contact',
    'billing.people.set-disabled',
  ],
  services: [
    'billing.passes.holders',
    'catalog.diseases.names',
    'catalog.diseases.state',
    'catalog.samples.list',
    'catalog.treatments.get',
    'media.backups.audit-heads',
    'ops.audit.head',
  ],
};

/** Services that send a message by themselves. */
const callers: Record<string, readonly string[]> = {
  'billing.passes.holders': ['catalog'],
  'catalog.diseases.names': ['ops'],
  'catalog.diseases.state': ['media'],
  'catalog.samples.list': ['media'],
  'catalog.treatments.get': ['media'],
  'media.backups.audit-heads': ['ops'],
  'media.images.list': ['catalog'],
  'ops.audit.head': ['media'],
};

const subjects: [name: string, subject: Subject][] = [
  ['anonymous', ANONYMOUS],
  ...plans.map((plan): [string, Subject] => [plan, passHolder(plan)]),
  ...personRoles.map((role): [string, Subject] => [role, person(role)]),
];
const allowed: Record<keyof typeof table, string[]> = {
  everyone: subjects.map(([name]) => name),
  read: [...plans, ...personRoles],
  tools: ['hourly', 'professional', ...personRoles],
  analytics: ['premium', 'professional', ...personRoles],
  practitioner: [...personRoles],
  editor: ['editor', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
  services: [],
};

const keys = newTokenKeys();
const tokens = testTokens(keys);
const names = new BusNames('');
const metrics = new Metrics('test');
const logger = new AppLogger('test', 'silent');

/** The code of the reply to a message that has nothing but its sender right; `ok` without an error. */
const send = async (
  contract: MessageContract,
  { subject, userId }: { subject?: Subject; userId?: string },
): Promise<string> => {
  const { service, name } = contract;
  const connection = { user: service } as AmqpConnection;
  const processor = new RequestProcessor(
    { service },
    tokens,
    connection,
    names,
    metrics,
    logger,
    new Tracing(),
  );
  let code = 'none';
  const publish = (_exchange: string, _key: string, content: Buffer): void => {
    const reply = JSON.parse(content.toString()) as { ok: boolean; error?: { code: string } };
    code = reply.error?.code ?? 'ok';
  };
  const headers = {
    auth: subject ? await tokens.sign(subject, service) : '',
    requestId: 'r-1',
    traceparent: newTraceparent(),
    locale: 'en',
    deadline: Date.now() + 60_000,
  };
  const replyTo = `private.${String(userId)}.x`;
  const properties = { headers, type: name, correlationId: '1', replyTo, userId };
  const handler = Object.assign(() => Promise.resolve({}), { extras: { contract } });
  await processor.process(
    { content: Buffer.from('{}'), properties, fields: {} } as unknown as ConsumeMessage,
    { publish } as unknown as Channel,
    handler as unknown as MessageHandler,
  );
  return code;
};

const processes = ['gateway', ...serviceNames.flatMap((name) => [name, `${name}-worker`])];

it('the table has each message once', () => {
  expect(Object.values(table).flat().sort()).toEqual([...messages.keys()].sort());
});

it('media and ops have no object of one holder; for the others see their foreign-objects.test.ts', () => {
  const found = [...messagesWithIds('media'), ...messagesWithIds('ops')];
  const shared = /^(media\.images|ops\.bundled-sites)\./;
  expect(found.filter((name) => !shared.test(name))).toEqual([]);
});

describe.each([...messages.values()].map((contract) => [contract.name, contract] as const))(
  '%s',
  (name, contract) => {
    it('is worked on for those in the table, and refused for all others', async () => {
      const [group] = Object.entries(table).find(([, all]) => all.includes(name)) ?? [];
      const worked: string[] = [];
      for (const [role, subject] of subjects)
        if ((await send(contract, { subject, userId: 'gateway' })) !== 'FORBIDDEN')
          worked.push(role);
      expect(worked.sort()).toEqual(allowed[group as keyof typeof table].sort());
    });

    it('is worked on without a token for the services in the table alone', async () => {
      const worked: (string | undefined)[] = [];
      for (const userId of [...processes, 'administrator', undefined])
        if ((await send(contract, userId === undefined ? {} : { userId })) !== 'FORBIDDEN')
          worked.push(userId);
      const expected = (callers[name] ?? []).flatMap((service) => [service, `${service}-worker`]);
      // The broker's administrator, whom processes share where they have no own users.
      if (callers[name]) expected.push('administrator');
      expect(worked.sort()).toEqual(expected.sort());
    });
  },
);
