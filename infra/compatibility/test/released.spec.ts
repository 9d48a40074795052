import { describe, expect, it } from 'vitest';
import { type Contracts, currentContracts } from './contracts.ts';
import { differences, type Schema } from './differences.ts';
import released from './released.json' with { type: 'json' };

const before = released as unknown as Contracts;
const now = currentContracts();

/**
 * Differences that this version accepts, each with its reason; a release empties the list. For example
 * a value that only a new page sends, after the services that accept it are released. The version with
 * practices is a stopped update: `released.json` is its own, for it cannot run beside the one before.
 */
const accepted: Readonly<Record<string, string>> = Object.fromEntries([
  ...['billing', 'ops'].flatMap((service) =>
    ['codeIssued', 'erasurePlanned', 'dataErased'].map((kind) => [
      `${service}.mail.given-up.v1.kind: "${kind}" is not accepted`,
      'its service takes its own event, a day after it could not send the mail',
    ]),
  ),
  ...[
    ...['addresses.send-code.email', 'addresses.send-link.email', 'contact.set.contactEmail'],
    ...['payments.create-order.email', 'people.invite.contactEmail'],
    'people.set-contact.contactEmail',
  ].map((field) => [
    `billing.${field}: pattern undefined, not ^[\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z\\d][A-Za-z\\d-]*\\.)+[A-Za-z]{2,}$`,
    'a domain that ends in another script is refused for as long as two versions run',
  ]),
  [
    'catalog.patients.update.followUpOn: may be missing',
    'year of birth and place, which are new, are saved without it: they are refused until the update ends',
  ],
]);

/** Messages that this version has no more, each with its reason; a release empties the list. */
const removed: Readonly<Record<string, string>> = {
  'ops.bundled-sites.store':
    'a gateway of the version before that starts meanwhile serves its pages; their assets are stored',
};

/** Findings of the driver that the version before had in a cluster. */
const isOfDriver = (text: string) =>
  /^ops\..*: "(routeNotReady|certificateNotIssued|clusterFailed)" is not accepted$/.test(text);

/** An import has no dates, so that none of its rows is refused for one. */
const isNeverSent = (text: string) =>
  text.endsWith('refusals[].code: "DATE_TOO_LATE" is not accepted');

/** Of imports during an update, which an administrator starts again: the new formats and reasons. */
const newInImports =
  /^(catalog\.imports|\w+ \/api\/import).*: "(xlsx|NO_WORKBOOK|TOO_LARGE|SCATTERED|TEXT_LOST|NOT_TEXT|WOULD_LOSE)" is not accepted$/;

/** What the receiver of `accepts` refuses of what the sender of `sends` sends. */
const refused = (name: string, sends?: Schema, accepts?: Schema, strict = false): string[] => {
  const found = sends && accepts ? differences(sends, accepts, { strict }) : [];
  return found
    .map((text) => `${name}${text}`)
    .filter((text) => !(text in accepted) && !isNeverSent(text) && !isOfDriver(text))
    .filter((text) => !newInImports.test(text));
};

describe.each([
  ['old callers with new services', before, now],
  ['new callers with old services', now, before],
])('%s', (_, callers, services) => {
  it.each(Object.keys(before.messages).filter((name) => !(name in removed)))('%s', (name) => {
    const [caller, service] = [callers.messages[name], services.messages[name]];
    expect(service).toBeDefined();
    expect(refused(name, caller?.request.sent, service?.request.accepted)).toEqual([]);
    expect(refused(name, service?.reply.sent, caller?.reply.accepted)).toEqual([]);
  });
});

const eventsOf = ({ envelopes, events }: Contracts): Contracts['events'] => ({
  ...envelopes,
  ...events,
});

describe('events and envelopes of the version before for this one, and the other way round', () => {
  it.each(Object.keys(eventsOf(before)))('%s', (name) => {
    const [old, own] = [eventsOf(before)[name], eventsOf(now)[name]];
    expect(own).toBeDefined();
    expect(refused(name, old?.sent, own?.accepted)).toEqual([]);
    expect(refused(name, own?.sent, old?.accepted)).toEqual([]);
  });
});

describe('pages of the version before', () => {
  it.each(Object.keys(before.routes))('%s', (name) => {
    const [page, gateway] = [before.routes[name], now.routes[name]];
    expect(gateway).toBeDefined();
    expect(refused(name, page?.request, gateway?.request, true)).toEqual([]);
    expect(refused(name, gateway?.response, page?.response)).toEqual([]);
  });
});
