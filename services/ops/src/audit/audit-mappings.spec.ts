import { expect, it } from 'vitest';
import * as contracts from '@ctdb/contracts';
import { auditMappings } from './audit-mappings.js';

/** The `…Events` of all contracts, found by their name, so that new ones need no line here. */
const published = Object.entries(contracts)
  .filter(([name, events]) => name.endsWith('Events') && !Array.isArray(events))
  .flatMap(([, events]) => Object.values(events as Record<string, contracts.EventContract>))
  .map(({ name }) => name);

const mapped = auditMappings.map(({ event }) => event.name);
const left = contracts.unauditedEvents.map(({ name }) => name);

it('the table of audited events has every event of the contracts, except the unaudited ones', () => {
  expect(published.length).toBeGreaterThan(40);
  expect([...mapped, ...left].sort()).toEqual([...published].sort());
});

it('the table of audited events has exactly the events that publishers queue for ops, but those of mails alone', () => {
  const taken = contracts.eventSubscriptions.ops?.map(({ name }) => name) ?? [];
  const audited = taken.filter((name) => !left.includes(name));
  expect([...mapped].sort()).toEqual(audited.sort());
});

it('the table of audited events takes the action from the name of the event', () => {
  const actions = auditMappings.map(({ event, kind, action }) => `${event.name} ${kind} ${action}`);
  expect(actions).toEqual(
    expect.arrayContaining([
      'catalog.disease.created.v1 disease created',
      'catalog.treatment.protocols-replaced.v1 treatment protocols-replaced',
      'billing.account.sign-in-failed.v1 account sign-in-failed',
      'media.image-health.started.v1 backup started',
    ]),
  );
});

it('the table of audited events distinguishes a rollback from a deployment, with its release or domain', () => {
  const started = auditMappings.find(({ event }) => event === contracts.deploymentEvents.started);
  const changesOf = (payload: object) => started?.toDetails(payload).changes;
  expect(changesOf({ kind: 'deploy', domain: 'colour.example' })).toEqual([
    { field: 'kind', after: 'deploy' },
    { field: 'domain', after: 'colour.example' },
  ]);
  expect(changesOf({ kind: 'rollback', releaseId: 'r-1' })).toEqual([
    { field: 'kind', after: 'rollback' },
    { field: 'releaseId', after: 'r-1' },
  ]);
});

it('the table of audited events has refunds, rebuilt purchases and new access codes', () => {
  expect(mapped.filter((name) => name.startsWith('billing.purchase.'))).toEqual([
    'billing.purchase.rebuilt.v1',
    'billing.purchase.refund-begun.v1',
    'billing.purchase.refunded.v1',
    'billing.purchase.code-issued.v1',
  ]);
});
