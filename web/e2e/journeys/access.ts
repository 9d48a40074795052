import { buyHour, checkout, goToSimulator, newBuyer } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { gone, shown } from '../support/expect.ts';
import { expect, journey, test, type Visitor } from '../support/fixtures.ts';

const restore = async ({ page, t }: Visitor, code: string, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: t('access:restore.code') }).fill(code);
  await page.getByRole('textbox', { name: t('access:restore.email') }).fill(email);
  await page.getByRole('button', { name: t('access:restore.submit') }).click();
};

journey(
  'access: the receipt moves it to another browser',
  {},
  async ({ visitor, page, t, openVisitor }) => {
    const { code, email } = await buyHour(visitor);
    const other = await openVisitor();
    other.watch.allow(404, '/api/access/restore');
    await other.page.goto('/access');
    await shown(other.page.getByText(t('access:list.empty')));

    await restore(other, code, 'someone.else@example.com');
    await shown(other.page.getByText(t('access:restore.notFound')));
    await restore(other, code, email);
    await shown(
      other.page.getByText(t('access:restore.done')),
      other.page.getByText(t('access:state.running')),
      other.page.getByRole('main').getByRole('timer'),
    );
    await other.page.goto('/app');
    await shown(registry(other).rows);

    await page.goto('/app');
    await shown(page.getByText(t('gate:moved')));
    await gone(registry(visitor).rows);
  },
);

journey(
  'access: logging out ends it at the server, and the receipt brings it back',
  {},
  async ({ visitor, page, context, watch, t }) => {
    const read = () => page.evaluate(async () => (await fetch('/api/diseases')).status);
    const { code, email } = await buyHour(visitor);
    await page.goto('/access');
    await shown(page.getByRole('main').getByRole('timer'));
    expect(await read(), 'with the cookie').toBe(200);
    const copied = await context.cookies();
    await page.getByRole('button', { name: t('access:leave.action') }).click();
    const question = page.getByRole('alertdialog', { name: t('access:leave.question') });
    await question.getByRole('button', { name: t('access:leave.action') }).click();
    await shown(page.getByText(t('access:now.none')));
    await context.addCookies(copied);
    watch.allow(401, '/api/diseases');
    expect(await read(), 'with a copy of the cookie').toBe(401);
    await restore(visitor, code, email);
    await shown(
      page.getByText(t('access:restore.done')),
      page.getByRole('main').getByRole('timer'),
    );
  },
);

journey(
  'access: what was bought, one behind the other',
  { language: 'kn' },
  async ({ visitor, page, t }) => {
    const first = await buyHour(visitor);
    await page.goto('/hourly-access');
    await shown(page.getByText(t('checkout:holding')));
    const desk = await goToSimulator(visitor);
    await desk.pay.click();
    await shown(page.getByText(t('checkout:success.queuedText')));

    await page.goto('/access');
    const main = page.getByRole('main');
    const entries = main.getByRole('listitem');
    await shown(entries.filter({ hasText: t('access:state.queued') }));
    const running = entries.filter({ hasText: t('access:state.running') });
    expect(await entries.count(), 'purchases').toEqual(2);
    await running.getByText(t('access:receipt')).click();
    await shown(running.getByText(first.code));
    expect(
      await page.getByRole('button', { name: t('access:refund.ask'), exact: true }).count(),
      'refunds',
    ).toEqual(0);
  },
);

journey('access: a plan can be asked back', {}, async ({ visitor, page, t }) => {
  await page.goto('/subscribe');
  await checkout(visitor).email.fill(newBuyer());
  const desk = await goToSimulator(visitor, '$29.99');
  await desk.pay.click();
  await shown(checkout(visitor).code);
  await page.goto('/access');
  const ask = page.getByRole('button', { name: t('access:refund.ask'), exact: true });
  await ask.click();
  const question = page.getByRole('alertdialog', { name: t('access:refund.question') });
  await question.getByRole('button', { name: t('access:refund.confirm') }).click();
  const [asked = ''] = t('access:refund.asked', { date: '|' }).split('|');
  await shown(page.getByText(asked));
  await gone(ask);
});

test('access: the receipt number can be copied', async ({ visitor, page, context, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { code } = await buyHour(visitor);
  await page.getByRole('button', { name: t('receipts:copy') }).click();
  await shown(page.getByText(t('receipts:copied')));
  expect(await page.evaluate(() => navigator.clipboard.readText()), 'clipboard').toEqual(code);
});
