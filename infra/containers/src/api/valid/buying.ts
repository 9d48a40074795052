import type { PurchaseItem, ResponseOf, routes } from '@ctdb/contracts';
import { must } from '../../report.ts';
import type { Visitor } from '../http/visitor.ts';
import { baseUrl, run } from '../settings.ts';
import type { World } from '../world.ts';

let buyers = 0;

/** An e-mail address that nobody has paid with. */
const newEmail = (): string => `${run}-${(buyers += 1)}@example.com`;

/** Opens an order at the price that the server names. */
export async function ordered(
  { tour }: World,
  buyer: Visitor,
  item: PurchaseItem,
  key?: string,
): Promise<ResponseOf<(typeof routes)['createOrder']>> {
  const { charge, mode } = await tour.call(buyer, 'getCheckout');
  must(mode === 'test', `payments are "${mode}": only the stand-in is paid here`);
  const amount = charge.items[item];
  const body = { amount, currency: charge.currency, intent: 'CAPTURE', item };
  return tour.call(buyer, 'createOrder', {
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

/** What the buyer's browser does at the stand-in: opens the page, and sends its form. */
async function approved(approveUrl: string, email: string, choice: string): Promise<void> {
  const page = await fetch(approveUrl);
  const html = await page.text();
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  must(page.ok && action !== undefined, `the buyer's page is ${page.status}`);
  const sent = await fetch(new URL(action, approveUrl), {
    method: 'POST',
    body: new URLSearchParams({ email, choice }),
    redirect: 'manual',
  });
  const back = sent.headers.get('location') ?? '';
  must(
    sent.status === 303 && back.startsWith(`${baseUrl}/`),
    `the stand-in leads to "${back}" (${sent.status}), not back to ${baseUrl}`,
  );
}

/** Buys an item from the order to the capture; what the buyer is told, and the e-mail that it was paid with. */
export async function bought(
  world: World,
  buyer: Visitor,
  item: PurchaseItem,
  choice: 'pay' | 'pending' = 'pay',
): Promise<{ outcome: ResponseOf<(typeof routes)['captureOrder']>; email: string }> {
  const { id, approveUrl } = await ordered(world, buyer, item);
  const email = newEmail();
  await approved(approveUrl, email, choice);
  const outcome = await world.tour.call(buyer, 'captureOrder', { params: { id } });
  must(
    outcome.status === (choice === 'pay' ? 'COMPLETED' : 'PENDING'),
    `the capture of ${item} is ${outcome.status}`,
  );
  return { outcome, email };
}
