import { gone, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import type { Visitor } from '../harness/visitor.ts';
import { buyHour, checkout, goToStandIn } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';

const restore = async ({ page, t }: Visitor, code: string, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: t('access:restore.code') }).fill(code);
  await page.getByRole('textbox', { name: t('access:restore.email') }).fill(email);
  await page.getByRole('button', { name: t('access:restore.submit') }).click();
};

inBothLanguages('access: the receipt moves it to another browser', {}, async (stage) => {
  const { page, t, another } = stage;
  const { code, email } = await buyHour(stage);
  const other = await another();
  other.watch.allow(404, '/api/access/restore');
  await other.page.goto('/access');
  await shown(other.page.getByText(t('access:list.empty')));

  await restore(other, code, 'somebody.else@example.com');
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
  await shown(page.getByText(t('gate:title')).or(page.getByText(t('gate:ended'))));
  await gone(registry(stage).rows);
});

inBothLanguages('access: what was bought, one behind the other', {}, async (stage) => {
  const { page, t } = stage;
  const first = await buyHour(stage);
  await page.goto('/hourly-access');
  await shown(page.getByText(t('checkout:holding')));
  const desk = await goToStandIn(stage);
  await desk.pay.click();
  await shown(page.getByText(t('checkout:success.queuedText')));

  await page.goto('/access');
  const main = page.getByRole('main');
  const entries = main.getByRole('listitem');
  await shown(entries.filter({ hasText: t('access:state.queued') }));
  const running = entries.filter({ hasText: t('access:state.running') });
  same(await entries.count(), 2, 'purchases');
  await running.getByText(t('access:receipt')).click();
  await shown(running.getByText(first.code));
  same(await page.getByRole('button', { name: t('access:refund.ask') }).count(), 0, 'refunds');
});

inBothLanguages('access: a plan can be asked back', {}, async (stage) => {
  const { page, t } = stage;
  await page.goto('/subscribe');
  const desk = await goToStandIn(stage, '$29.99');
  await desk.pay.click();
  await shown(checkout(stage).code);
  await page.goto('/access');
  const ask = page.getByRole('button', { name: t('access:refund.ask') });
  await ask.click();
  const question = page.getByRole('alertdialog', { name: t('access:refund.question') });
  await question.getByRole('button', { name: t('access:refund.confirm') }).click();
  const [asked = ''] = t('access:refund.asked', { date: '|' }).split('|');
  await shown(page.getByText(asked));
  await gone(ask);
});

test('access: the receipt number can be copied', {}, async (stage) => {
  const { page, context, t } = stage;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { code } = await buyHour(stage);
  await page.getByRole('button', { name: t('receipts:copy') }).click();
  await shown(page.getByText(t('receipts:copied')));
  same(await page.evaluate(() => navigator.clipboard.readText()), code, 'clipboard');
});
