import { ACTIVATION_PERIOD_DAYS } from '@ctdb/contracts';
import {
  computePassState,
  durationMs,
  type GrantPeriod,
  hasGrant,
  toGrantPeriod,
} from '../../src/passes/schedule.js';
import type { PracticeRecord } from '../../src/practices/practice.record.js';
import type { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { freshAddress } from '../support/billing.js';
import type { Ledger } from '../support/paypal.js';
import { read } from './access-steps.js';
import type { History } from './history.js';
import { retryWhileStarved } from './operation.js';
import { messagesOf } from './rights.js';

type Capture = Ledger['captures'][number];

const isErased = ({ erasedAt }: PracticeRecord) => erasedAt !== undefined;
const isKept = ({ status }: Capture) => /^(COMPLETED|PARTIALLY_REFUNDED)$/.test(status);
const isCharged = (capture: Capture) => isKept(capture) || capture.status === 'REFUNDED';
const isTaken = (capture: Capture) => isCharged(capture) || capture.status === 'PENDING';

/** What was taken and given back for a purchase, against what it gives. */
const moneyViolations = (purchase: PurchaseRecord, ledger: Ledger, history: History): string[] => {
  const id = purchase._id.toHexString();
  const { state, grant, item, paidAt, providerOrderId = '' } = purchase;
  const isGone = history.practices.some(
    (one) => one._id.equals(purchase.practice) && isErased(one),
  );
  const isForfeited = isGone || Date.now() - Number(paidAt) >= ACTIVATION_PERIOD_DAYS * 86_400_000;
  const captures = ledger.captures.filter(({ customId }) => customId === id);
  const kept = captures.some(isKept);
  const refunds = ledger.refunds.filter(({ status }) => status === 'COMPLETED');
  const isReturnedTwice = (one: Capture) =>
    refunds.filter(({ captureId }) => captureId === one.id).length > 1;
  const wasGiven = grant ?? (history.opened.has(id) || history.confirmed.has(providerOrderId));
  const length = grant ? grant.endsAt.getTime() - grant.startsAt.getTime() : durationMs(item);
  return messagesOf(
    [captures.filter(isTaken).length > 1, `${id} was charged twice`],
    [captures.some(isReturnedTwice), `${id} was refunded twice`],
    [kept && state !== 'paid', `${id} is ${state}, but its money was taken`],
    [kept && !grant && !isForfeited, `${id} is paid for without access`],
    [!kept && state === 'paid', `${id} is paid, but there is no money`],
    [Boolean(wasGiven) && !captures.some(isCharged), `${id} was given without any money`],
    [length !== durationMs(item), `${id} has the wrong length`],
    [state === 'capturing' || state === 'refunding', `${id} is stuck ${state}`],
  );
};

/** Access of one plan follows other access of its practice, and waits for no other practice. */
const scheduleViolations = (
  grants: GrantPeriod[],
  runningAtJoin: ReadonlySet<string>,
): string[] => {
  const paid = grants.filter(({ isRefunded }) => !isRefunded);
  return paid.flatMap(({ id, plan, startsAt, endsAt }) => {
    const beside = paid
      .filter((other) => other.plan === plan && other.id !== id)
      .filter((other) => other.startsAt < endsAt && startsAt < other.endsAt)
      .filter((other) => !(runningAtJoin.has(id) && runningAtJoin.has(other.id)));
    const isNext = startsAt <= Date.now() || grants.some((other) => other.endsAt === startsAt);
    return messagesOf(
      [!isNext, `${id} waits for nothing of its practice`],
      [beside.length > 0, `${id} is used up beside ${beside[0]?.id}`],
    );
  });
};

/** Numbers that a series has left out. */
export const numberFaults = (numbers: readonly string[]): string[] => {
  const series = Map.groupBy(numbers, (number) => number.slice(0, number.indexOf('/')));
  return [...series].flatMap(([name, own]) => {
    const highest = Math.max(...own.map((number) => Number(number.slice(name.length + 1))));
    return highest === own.length ? [] : [`${name} ends with ${highest} and has ${own.length}`];
  });
};

/** Access codes that were mailed, or that still work after their practices were joined. */
const codeViolations = ({ setup, emails, purchases, practices, rights }: History): string[] => {
  const mails = JSON.stringify(emails.map((email) => setup.mails.get(email)));
  const joined = practices.filter(({ joinedInto }) => joinedInto).map(({ _id }) => String(_id));
  const ended = rights.joins.filter(({ from }) => joined.includes(from));
  return purchases.flatMap(({ accessCode: code }) =>
    messagesOf(
      [mails.includes(code), `the access code ${code} was mailed`],
      [ended.some(({ codes }) => codes.includes(code)), `${code} outlives a join`],
    ),
  );
};

/** An erased practice has payments without addresses. No browser opens it, and no code that anyone has seen. */
const erasureViolations = (history: History): string[] => {
  const codes = history.browsers.flatMap(({ users }) => users.flatMap((user) => [...user.codes]));
  return history.practices.filter(isErased).flatMap((practice) => {
    const { _id, browser, next, addresses } = practice;
    const purchases = history.purchasesOf(practice);
    const kept = purchases.some((one) => one.contactEmail ?? one.payerEmail) || addresses;
    return messagesOf(
      [Boolean(browser ?? next), `a browser opens ${String(_id)}, which is erased`],
      [Boolean(kept), `an address of ${String(_id)} was not erased`],
      [
        purchases.some(({ accessCode }) => codes.includes(accessCode)),
        `a code outlives ${String(_id)}`,
      ],
    );
  });
};

/** Opens each practice that was paid for in a new browser, by a code: what waits begins there. */
const useCodes = async (history: History): Promise<void> => {
  const { access } = history.setup;
  for (const practice of history.practices) {
    const paid = history.purchasesOf(practice).filter(({ state }) => state === 'paid');
    if (paid.length === 0 || isErased(practice)) continue;
    const { accessCode } = history.random.pick(paid);
    const browser = history.newBrowser('a new browser');
    history.rights.prove(browser.name, accessCode);
    await retryWhileStarved(async () => {
      await access.restore({ accessCode, next: browser.token, address: freshAddress() });
      await access.claim({ browser: browser.token });
    }).catch((error: unknown) => history.violate(`${accessCode} opens nothing: ${String(error)}`));
  }
};

/** Everything that is wrong after a history; empty where all is well. */
export const violationsOf = async (history: History, ledger: Ledger): Promise<string[]> => {
  history.faultRate = 0;
  await history.verify();
  await useCodes(history);
  await history.verify();
  for (const token of history.tokens.keys()) await read(history, token);
  const violations = history.practices.flatMap((practice) => {
    if (isErased(practice)) return [];
    const pass = history.passes.find(({ token }) => token === practice.browser);
    const grants = history.purchasesOf(practice).filter(hasGrant).map(toGrantPeriod);
    const due = computePassState(grants, Date.now()).pass;
    const isOther = due?.id !== pass?.id || due?.plan !== pass?.plan;
    const what = `${String(practice._id)} gives ${pass?.plan} instead of ${due?.plan}`;
    const running = new Set(history.rights.joins.flatMap((join) => join.running));
    return [...messagesOf([isOther, what]), ...scheduleViolations(grants, running)];
  });
  const money = history.purchases.flatMap((one) => moneyViolations(one, ledger, history));
  const ended = [...codeViolations(history), ...erasureViolations(history)];
  return [...history.violations, ...violations, ...money, ...ended];
};
