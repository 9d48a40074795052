import { beforeAll, expect, it } from 'vitest';
import {
  accountEvents,
  backupEvents,
  deadLetterEvents,
  deploymentEvents,
  diseaseEvents,
  entryEvents,
  imageEvents,
  imageHealthEvents,
  priceEvents,
  purchaseEvents,
  treatmentEvents,
  unauditedEvents,
  attemptActions,
  backupStates,
  backupTypes,
  deploymentErrorCodes,
  purchaseItemNames,
} from '@ctdb/contracts';
import { i18n } from '@/i18n';
import { renderApp } from '@/testing';

const events = [
  accountEvents,
  backupEvents,
  deadLetterEvents,
  deploymentEvents,
  diseaseEvents,
  entryEvents,
  imageEvents,
  imageHealthEvents,
  priceEvents,
  purchaseEvents,
  treatmentEvents,
]
  .flatMap((group) => Object.values<{ name: string }>(group))
  .filter(({ name }) => !unauditedEvents.some((event) => event.name === name));

beforeAll(() => renderApp(null));

const actions = [...events.map(({ name }) => name.split('.')[2]), ...attemptActions];

it.each(actions)('%s has a text', (action) => {
  expect(i18n.exists(`audit:action.${action}`)).toBe(true);
});

it.each([...deploymentErrorCodes, ...backupStates.filter((state) => state !== 'running')])(
  'the value %s has a word',
  (value) => {
    expect(i18n.exists(`audit:word.${value}`)).toBe(true);
  },
);

it.each([...backupTypes, 'health', ...purchaseItemNames])('the sort %s has a name', (sort) => {
  expect(i18n.exists(`audit:label.${sort}`)).toBe(true);
});
