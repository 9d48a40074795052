import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Merchant, createOrder } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = Process.running();
const merchant = new Merchant(simulator);

const newOrder = async (order: unknown = createOrder()) =>
  String((await merchant.call('POST', '/v2/checkout/orders', order)).body['id']);
const show = (id: string, more = '') => simulator.call('GET', `/checkoutnow?token=${id}${more}`);
const press = (id: string, choice: string, email = 'buyer@example.com') =>
  simulator.call('POST', `/checkoutnow?token=${id}`, {
    body: new URLSearchParams({ choice, email }),
  });
const getStatus = async (id: string) =>
  (await merchant.call('GET', `/v2/checkout/orders/${id}`)).body['status'];

describe("the buyer's page", () => {
  it('shows the amount, and that it is a test, without scripts, in both languages', async () => {
    expect((await show('NONE')).status).toBe(404);
    const id = await newOrder();
    const page = await show(id);
    expect(page.text).toContain('This is a test payment. No real money is taken.');
    expect(page.text).toContain('$9.99');
    expect((await show(id, '&lang=kn')).text).toContain('<h1>ಪರೀಕ್ಷಾ ಪಾವತಿ</h1>');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://shop.example;");
    expect(policy).not.toContain('script-src');
    expect(page.text).not.toContain('<script');
  });

  it.each([
    ['localhost', 200],
    ['[::1]:18900', 200],
    ['shop.example', 421],
    ['127.0.0.1.shop.example', 421],
  ])('answers at its own names alone: %s', async (host, status) => {
    // `fetch` sets the host itself.
    const request = get(`${simulator.base}/_health`, { agent: false, headers: { host } });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    reply.resume();
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it('brings its Kannada letters along', async () => {
    const font = await simulator.call('GET', '/fonts/noto-sans-kannada.woff2');
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect(font.text.startsWith('wOF2')).toBe(true);
  });

  it('shows texts as texts, also an address that is none', async () => {
    const id = await newOrder(createOrder({ description: '<img src=x onerror=alert(1)>"' }));
    const { text } = await show(id);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;');
    expect(text).not.toContain('<img');
    const typed = await press(id, 'pay', '"><script>');
    expect(typed.status).toBe(400);
    expect(typed.text).toContain('aria-invalid="true"');
    expect(typed.text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(await getStatus(id)).toBe('PAYER_ACTION_REQUIRED');
  });

  it('leads back without a payment when the buyer cancels', async () => {
    const id = await newOrder();
    const reply = await press(id, 'cancel', '');
    expect(reply.headers.get('location')).toBe(`http://shop.example/cancelled?token=${id}`);
    expect(await getStatus(id)).toBe('PAYER_ACTION_REQUIRED');
  });

  it('does not take a second payment', async () => {
    const id = await merchant.approved();
    await merchant.capture(id);
    const reply = await press(id, 'pay');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('This payment has already been made.');
  });
});
