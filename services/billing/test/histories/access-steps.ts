import { backgroundContext } from '@ctdb/chassis';
import { hasGrant } from '../../src/passes/schedule.js';
import type { PracticeRecord } from '../../src/practices/practice.record.js';
import type { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { newTypedCode } from '../../src/typed-code.js';
import { freshAddress } from '../support/billing.js';
import type { Browser, Buyer, History } from './history.js';
import { retryWhileStarved } from './operation.js';

/** Longer than an erasure can be taken back. */
export const MONTH_HOURS = 31 * 24;

/** The browser's token changes after it was given access, as the gateway does it. */
export const renew = async (history: History, browser: Browser, token: string): Promise<void> => {
  const next = history.newToken(browser, `claim ${token}`);
  const work = () => history.setup.access.renewToken({ browser: token, next });
  const ending = await history.do('renew', work, browser.name);
  if (ending.kind === 'done' && ending.value.isRenewed) history.setCookie(browser, next);
};

/** A page is opened: what is paid for begins. */
export const claim = async (history: History): Promise<void> => {
  const { browser } = history.someone();
  const { token } = browser;
  const work = () => history.setup.access.claim({ browser: token });
  const ending = await history.do('claim', work, browser.name);
  if (ending.kind === 'done' && ending.value.hasActivated) await renew(history, browser, token);
};

/** Opens a practice under a new token; a request without an answer is repeated with the same one. */
const open = async (
  history: History,
  name: string,
  browser: Browser,
  work: (opening: { browser: string; next: string; replace: boolean }) => Promise<unknown>,
): Promise<void> => {
  const { random, setup } = history;
  const next = history.newToken(browser);
  const opening = { browser: browser.token, next, replace: random.chance(0.6) };
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const { kind } = await history.do(name, () => work(opening), browser.name);
    if (kind === 'done' && history.isAlone && !(await setup.practices.exists({ browser: next })))
      history.violate(`${name} in ${browser.name} has opened nothing`);
    if (kind === 'done' && history.setCookie(browser, next)) return;
    // The person gives up, or confirms that another practice is replaced.
    if (random.chance(0.4)) return;
    opening.replace = true;
  }
};

export const restore = async (history: History): Promise<void> => {
  const { random, setup, rights } = history;
  const { browser, buyer } = history.someone();
  const paid = history.purchases
    .filter(({ state, accessCode: code }) => state === 'paid' && buyer.codes.has(code))
    .map(({ accessCode: code }) => code);
  // Most codes are typed once they are paid for.
  const accessCode = random.pick([...paid, ...paid, ...paid, ...buyer.codes, newTypedCode()]);
  rights.prove(browser.name, accessCode);
  // An address beside it gives nothing.
  const email = random.chance(0.2) ? random.pick(history.emails) : undefined;
  await open(history, 'restore', browser, (opening) =>
    setup.access.restore({ ...opening, accessCode, email, address: freshAddress() }),
  );
};

export const signOut = async (history: History): Promise<void> => {
  const { practices, access } = history.setup;
  const { browser } = history.someone();
  const { token } = browser;
  const work = () => access.signOut({ browser: token });
  if ((await history.do('sign out', work, browser.name)).kind !== 'done') return;
  if (history.isAlone && (await practices.exists({ $or: [{ browser: token }, { next: token }] })))
    history.violate(`${browser.name} opens a practice after it was signed out`);
  history.setCookie(browser, history.newToken(browser));
};

/** The erasure of all data is planned by a code, or taken back; what is due is erased. */
export const erase = async (history: History): Promise<void> => {
  const { random, setup, rights } = history;
  const { browser, buyer } = history.someone();
  const request = { browser: browser.token };
  const opened = history.findOpened(browser.token);
  const here = (opened ? history.purchasesOf(opened) : []).map(({ accessCode }) => accessCode);
  const known = here.filter((one) => buyer.codes.has(one));
  // Most codes are of what the browser opens.
  const code = random.pick([...known, ...known, ...known, ...buyer.codes, newTypedCode()]);
  const proof = { ...request, accessCode: code, address: freshAddress() };
  rights.prove('erasure', code);
  const plan = () => setup.access.requestErasure(proof);
  if (random.chance(0.7)) {
    const { kind } = await history.do('plan erasure', plan, browser.name);
    // By chance alone a month hardly ever passes behind it.
    const isWaiting = kind === 'done' && history.isAlone && history.mayWaitLong;
    if (isWaiting && random.chance(0.7)) await history.wait(MONTH_HOURS);
  } else await history.do('take back', () => setup.access.cancelErasure(request), browser.name);
  await history.do('erase', () => setup.data.runMaintenance());
};

/** A mail that the buyer can read. */
const findMail = ({ setup }: History, { email }: Buyer, id: string) =>
  setup.mails.get(email)?.find(({ _id }) => _id === id);

/** Own, mistyped and malicious addresses: digits are read in the buyer's own mailbox alone. */
export const confirmAddress = async (
  history: History,
  { browser, buyer } = history.someone(),
  email = history.typedEmail(buyer),
): Promise<void> => {
  const { access } = history.setup;
  const request = { browser: browser.token };
  const context = backgroundContext();
  const send = () => access.sendAddressCode({ ...request, email }, context);
  const sent = await history.do('send digits', send, `to ${email} for ${browser.name}`);
  if (sent.kind !== 'done') return;
  const [code, knownCode] = ['add', 'change'].map(
    (purpose) => findMail(history, buyer, `${purpose}-code-${context.commandId}`)?.values['code'],
  );
  if (code !== undefined) history.rights.prove('digits', email);
  const confirm = () => access.confirm({ ...request, code: code ?? '000000', knownCode });
  await history.do('confirm address', confirm, `${email} in ${browser.name}`);
};

/** Confirms the buyer's own address in all of the buyer's browsers, mostly without faults. */
const confirmEverywhere = async (history: History, buyer: Buyer): Promise<void> => {
  const { faultRate } = history;
  history.faultRate = 0.1;
  for (const browser of history.browsers.filter(({ users }) => users.includes(buyer)))
    await confirmAddress(history, { browser, buyer }, buyer.email);
  history.faultRate = faultRate;
};

/** A mailed link opens a practice; with digits it makes one of two. */
export const openLink = async (history: History): Promise<void> => {
  const { random, setup, rights } = history;
  const { access } = setup;
  const { browser, buyer } = history.someone();
  // By chance alone an address is hardly ever in two practices, which can be joined then.
  const isPrepared = history.isAlone && random.chance(0.7);
  if (isPrepared) await confirmEverywhere(history, buyer);
  const email = isPrepared ? buyer.email : history.typedEmail(buyer);
  const context = backgroundContext();
  await history.do('send link', () => access.sendLink({ email }, context), `to ${email}`);
  const { path = '' } = findMail(history, buyer, `lost-access-${context.commandId}`) ?? {};
  const token = path.slice(path.indexOf('=') + 1);
  const listed = await history.do('list', () => access.openLink({ token }));
  const practices = listed.kind === 'done' ? listed.value.practices.map(({ id }) => id) : [];
  if (practices.length === 0) return;
  rights.prove(browser.name, email);
  const practice = random.pick(practices);
  const other = practices.find((id) => id !== practice);
  const isJoined = other !== undefined && history.isAlone && random.chance(0.6);
  if (!isJoined)
    return open(history, 'open link', browser, (opening) =>
      access.openPractice({ token, practice, ...opening }),
    );
  await history.do('send digits', () => access.sendJoinCode({ token }, context));
  const code =
    findMail(history, buyer, `join-code-${context.commandId}`)?.values['code'] ?? '000000';
  rights.join(history, other, practice);
  await open(history, 'join', browser, (opening) =>
    access.openPractice({ token, practice, join: { practice: other, code }, ...opening }),
  );
  // The reconciler finishes what a crash has interrupted.
  await retryWhileStarved(() => setup.addresses.runMaintenance());
};

/** Whether all access of a practice ended 12 hours ago: no browser opens it any more. */
const isOver = (history: History, practice: PracticeRecord): boolean => {
  const end = Date.now() - 12 * 3_600_000 - 60_000;
  const purchases = history.purchasesOf(practice);
  const hasEnded = ({ grant, createdAt, state }: PurchaseRecord) =>
    (grant?.endsAt ?? createdAt).getTime() < end &&
    (grant !== undefined || !/^(paid|capturing|pending)$/.test(state));
  const isMovedLately = (practice.movedAt?.getTime() ?? 0) >= end;
  return purchases.some(hasGrant) && !isMovedLately && purchases.every(hasEnded);
};

/** Reads all that a token may read: a former one nothing, the others what their practice has. */
export const read = async (history: History, token: string, reader?: Buyer): Promise<void> => {
  const { random, purchases } = history;
  const { access, receipts } = history.setup;
  const opened = history.findOpened(token);
  const own = opened && !isOver(history, opened) ? opened._id.toHexString() : undefined;
  const practiceOf = (id: string) =>
    purchases.find(({ _id }) => _id.toHexString() === id)?.practice.toHexString();
  const request = { browser: token };
  const id = purchases.length > 0 ? random.pick(purchases)._id.toHexString() : '';
  const ofSome = practiceOf(id);
  const reads = {
    pass: async () => [(await access.getActivePass(request)).pass?.practice],
    purchases: async () => (await access.list(request)).purchases.map((one) => practiceOf(one.id)),
    addresses: async () => (await access.getAddresses(request)).addresses.map(() => own ?? 'one'),
    receipts: () => receipts.get({ id, ...request }, backgroundContext()).then(() => [ofSome]),
    code: async () => {
      const { accessCode } = await access.reveal({ orderId: id, ...request });
      reader?.codes.add(accessCode);
      return [ofSome];
    },
  };
  const name = `${history.tokens.get(token)?.name} with a ${opened ? 'present' : 'former'} token`;
  for (const [kind, work] of Object.entries(reads)) {
    const ending = await history.do(`read ${kind}`, work, name);
    const found = ending.kind === 'done' ? ending.value : [];
    if (found.some((practice) => practice !== undefined && practice !== own))
      history.violate(`${name} reads ${kind} of ${found.join()}, and opens ${own}`);
  }
};

/** A user of a browser reads; or a thief who knows a former token does, and tries to renew it. */
export const readSome = async (history: History): Promise<void> => {
  const { random, setup, browsers } = history;
  const { browser, buyer } = history.someone();
  const former = browsers.flatMap((one) => one.former);
  if (former.length === 0 || random.chance(0.5)) return read(history, browser.token, buyer);
  const token = random.pick(former);
  await read(history, token);
  if (history.findOpened(token)) return;
  const next = history.newToken(browser);
  const ending = await history.do('renew', () => setup.access.renewToken({ browser: token, next }));
  if (ending.kind === 'done' && ending.value.isRenewed) history.violate('it renews a former token');
};
