import { describe, expect, it } from 'vitest';
import * as contracts from '@ctdb/contracts';
import { auditMappings } from './audit-mappings.js';

/** The `…Events` of all contracts, found by their name, so that new ones need no line here. */
const published = Object.entries(contracts)
  .filter(([name, events]) => name.endsWith('Events') && !Array.isArray(events))
  .flatMap(([, events]) => Object.values(events as Record<string, contracts.EventContract>))
  .map(({ name }) => name);

const mapped = auditMappings.map(({ event }) => event.name);
const left = contracts.unauditedEvents.map(({ name }) => name);

describe('the table of audited events', () => {
  it('has every event of the contracts, except the unaudited ones', () => {
    expect(published.length).toBeGreaterThan(40);
    expect([...mapped, ...left].sort()).toEqual([...published].sort());
  });

  it('has exactly the events that publishers queue for ops, but those of mails alone', () => {
    const taken = contracts.eventSubscriptions.ops?.map(({ name }) => name) ?? [];
    const audited = taken.filter((name) => !left.includes(name));
    expect([...mapped].sort()).toEqual(audited.sort());
  });

  it('takes the action from the name of the event', () => {
    const actions = new Map(
      auditMappings.map(({ event, kind, action }) => [event.name, [kind, action]]),
    );
    expect(actions.get('catalog.disease.created.v1')).toEqual(['disease', 'created']);
    expect(actions.get('catalog.treatment.protocols-replaced.v1')).toEqual([
      'treatment',
      'protocols-replaced',
    ]);
    expect(actions.get('billing.account.sign-in-failed.v1')).toEqual(['account', 'sign-in-failed']);
    expect(actions.get('media.image-health.started.v1')).toEqual(['backup', 'started']);
  });

  it('has the refunds of purchases, and those that were rebuilt', () => {
    expect(mapped.filter((name) => name.startsWith('billing.purchase.'))).toEqual([
      'billing.purchase.rebuilt.v1',
      'billing.purchase.refund-begun.v1',
      'billing.purchase.refunded.v1',
    ]);
  });
});
