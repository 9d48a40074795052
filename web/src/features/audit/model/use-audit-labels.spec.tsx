import { beforeAll, expect, it } from 'vitest';
import { attemptActions, backupStates, backupTypes, deploymentErrorCodes } from '@ctdb/contracts';
import { eventSubscriptions, purchaseItemNames, unauditedEvents } from '@ctdb/contracts';
import { i18n } from '@/i18n';
import { renderApp } from '@/testing';

const events = (eventSubscriptions.ops ?? []).filter((event) => !unauditedEvents.includes(event));

beforeAll(() => renderApp(null));

it.each([
  ['action', [...events.map(({ name }) => name.split('.')[2]), ...attemptActions]],
  ['word', [...deploymentErrorCodes, ...backupStates.filter((state) => state !== 'running')]],
  ['label', [...backupTypes, 'health', ...purchaseItemNames]],
])('every %s of the audit trail has a text', (group, names) => {
  expect(names.filter((name) => !i18n.exists(`audit:${group}.${name}`))).toEqual([]);
});
