import { createHash } from 'node:crypto';
import { DeadLetterQueues, type DeadLetterMessage } from '@ctdb/chassis';
import { MailRecord, Mails } from '@ctdb/chassis/mail';
import { emptyRedis, testMailServer, waitUntil } from '@ctdb/chassis/testing';
import { getReceipts } from '@ctdb/contracts';
import { afterEach, expect, it } from 'vitest';
import { billingEnv, captureLogs, simulators } from './support/billing.js';
import { mailsOf } from './support/mails.js';
import { Shop } from './support/shop.js';

const logs = captureLogs();
const server = testMailServer();
const shop = new Shop('paypal', billingEnv({ ...simulators.paypal.env, LOG_LEVEL: 'debug' }));
const { confirm, sentTo, settled } = mailsOf(server, shop);

const mails = () => shop.service.get(Mails);
const stored = () => shop.model<MailRecord>(MailRecord.name);
const stateOf = async (id: string) => (await stored().findById(id).lean())?.state;

let last = 0;
/** Writes an invitation to an address of its own. */
const invite = async (username = 'asha', locale: 'en' | 'kn' = 'en') => {
  const id = `invitation-${(last += 1)}`;
  const to = `${id}@example.com`;
  const mail = { _id: id, kind: 'invitation', to, locale, path: '/invite#token' } as const;
  await mails().add({ ...mail, values: { username, until: 'tomorrow' } });
  return { id, to };
};
const waitForMailTo = (to: string) =>
  waitUntil(() => sentTo(to).length > 0, `no mail to ${to}`, 60_000);

afterEach(() => {
  server.refusal = undefined;
});

it('is sent once for a cause, as text and HTML, and known as automatic', async () => {
  const { id, to } = await invite();
  await invite('another');
  await mails().add({ _id: id, kind: 'invitation', to, locale: 'en', values: {} });
  await waitForMailTo(to);
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  const [mail, ...others] = sentTo(to);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    subject: 'Your invitation to Color Therapy',
    from: { name: 'Color Therapy', address: 'noreply@colour-therapy.example' },
    messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@colour-therapy.example>`,
  });
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.text).toContain('Choose a password: http://localhost:8080/invite#token');
  expect(mail?.html).toContain('<a href="http://localhost:8080/invite#token">');
  // Neither the address nor the link is kept.
  const { values, path, to: kept } = (await stored().findById(id).lean()) ?? {};
  expect([values, path, kept]).toEqual([undefined, undefined, undefined]);
});

it('refuses what is not one address', async () => {
  const mail = { kind: 'invitation', locale: 'en', values: {} } as const;
  const others = ['a@example.com\r\nBcc: eve@example.com', 'a@example.com, eve@example.com', 'x'];
  for (const to of others) {
    await mails().add({ _id: `refused-${to}`, ...mail, to });
    expect(await stateOf(`refused-${to}`)).toBeUndefined();
  }
});

it('is neither lost nor doubled while the mail server is away and Redis loses the queue', async () => {
  await server.stop();
  const written = [await invite(), await invite(), await invite()];
  const isTried = () => logs.text().includes('the mail server did not take a mail');
  await waitUntil(isTried, 'no attempt was made', 30_000);
  await emptyRedis(shop.env);
  const last = await invite();
  written.push(last);
  const isPutOff = () =>
    logs.lines().some(({ msg, job }) => msg === 'a job failed' && job === last.id);
  await waitUntil(isPutOff, 'the last was not tried', 30_000);
  await server.start();
  // It runs by itself, but the test does not wait for it.
  const interval = Reflect.getMetadata('SCHEDULE_INTERVAL_OPTIONS', Mails.prototype.reconcile);
  expect(interval).toEqual({ timeout: 10_000 });
  await emptyRedis(shop.env);
  await mails().reconcile();
  for (const { id } of written)
    await waitUntil(async () => (await stateOf(id)) === 'sent', `${id} is not sent`, 60_000);
  expect(written.map(({ to }) => sentTo(to).length)).toEqual([1, 1, 1, 1]);
}, 120_000);

it('becomes a dead letter where the address is refused, and is sent when that is replayed', async () => {
  const letters: DeadLetterMessage[] = [];
  const queues = shop.service.get(DeadLetterQueues);
  queues.startConsuming(async (letter) => void letters.push(letter));
  shop.env.onEnd(() => queues.close(1_000));
  server.refusal = { code: 550, text: 'no such user secret-address@example.com' };
  const { id, to } = await invite();
  const found = () => letters.find(({ content }) => content.includes(id));
  await waitUntil(() => found() !== undefined, 'no dead letter', 30_000);
  expect(await stateOf(id)).toBe('failed');
  const letter = found() as DeadLetterMessage;
  expect(letter.content.toString()).not.toContain(to);
  server.refusal = undefined;
  // The first letter may come before the channel for replays is open.
  await waitUntil(() => queues.requeue(letter).catch(() => false), 'the letter is not replayed');
  await waitForMailTo(to);
  expect(logs.text()).toContain('mail-given-up');
  for (const secret of [to, 'secret-address', 'http://localhost:8080/invite'])
    expect(logs.text()).not.toContain(secret);
}, 60_000);

it('a buyer gets a receipt with its PDF once, at the address that was typed, in the language of the order; the access code is nowhere', async () => {
  const to = 'asha@example.com';
  const order = { email: 'Asha@Example.com', payer: 'payer@example.com' };
  const { browser, id, purchaseId, accessCode } = await shop.approved(order);
  await shop.change(id, { locale: 'kn' });
  await shop.capture(id, browser);
  const receipt = await server.waitFor('ರಸೀದಿ', to);
  const { documents } = await shop.admin(getReceipts, { id: purchaseId });
  const [pdf, ...others] = receipt.attachments;
  expect(others).toEqual([]);
  expect(pdf?.filename).toBe(`${documents[0]?.number.replace('/', '-')}.pdf`);
  expect(pdf?.mimeType).toBe('application/pdf');
  const content = Buffer.from(pdf?.content as ArrayBuffer);
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  // The PDF shows its document.
  for (const text of [receipt.text, receipt.html, JSON.stringify(documents)])
    for (const code of [accessCode, accessCode.replaceAll('-', '')])
      expect(text).not.toContain(code);
  await settled();
  expect([to, order.payer].map((one) => sentTo(one).length)).toEqual([1, 0]);
}, 60_000);

it('the confirmed address alone hears of each refund, with its amount', async () => {
  const [typed, email] = ['typed@example.com', 'refunds@example.com'];
  const { browser, id, captureId } = await shop.bought({ email: typed });
  const receipt = await server.waitFor('Your receipt', typed);
  expect(receipt.text).toContain('Purchase: One-hour pass, $9.99');
  await confirm(browser, email);
  const refunds = () => sentTo(email).filter(({ text }) => text?.includes(captureId));
  const recheck = async () => {
    await shop.change(id, { recheckAt: new Date(0) });
    await shop.recover(id);
  };
  await shop.simulator.refundPart(captureId, '4.00');
  await recheck();
  await waitUntil(() => refunds().length === 1, 'no mail of the part', 30_000);
  await shop.simulator.turn(captureId, 'refund');
  await recheck();
  await waitUntil(() => refunds().length === 2, 'no mail of the rest', 30_000);
  const [part, rest] = refunds().map(({ text }) => text);
  expect(part).toContain('refunded $4.00');
  expect(part).toContain('goes on');
  expect(rest).toContain('refunded $5.99');
  expect(rest).toContain('has ended');
  await settled();
  expect(sentTo(typed)).toHaveLength(1);
}, 60_000);
