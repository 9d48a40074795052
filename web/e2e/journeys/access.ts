import { gone, shown } from '../support/expect.ts';
import { journey, passOf, type Visitor } from '../support/fixtures.ts';
import { registry } from '../pages/registry.ts';

const restore = async ({ page, t }: Visitor, code: string, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: t('access:restore.code') }).fill(code);
  await page.getByRole('textbox', { name: t('access:restore.email') }).fill(email);
  await page.getByRole('button', { name: t('access:restore.submit') }).click();
};

journey(
  'access: a receipt moves it to another browser, and back after logging out',
  { as: 'pass' },
  async ({ visitor, page, t, openVisitor }) => {
    const { code, email } = passOf(visitor);
    const other = await openVisitor();
    await other.page.goto('/access');
    await shown(other.page.getByText(t('access:list.empty')));
    await restore(other, code, email);
    const clock = other.page.getByRole('main').getByRole('timer');
    await shown(
      other.page.getByText(t('access:restore.done')),
      other.page.getByText(t('access:state.running')),
      clock,
    );
    await page.goto('/app');
    await shown(page.getByText(t('gate:moved')));
    await gone(registry(visitor).rows);

    await other.page.getByRole('button', { name: t('access:leave.action') }).click();
    const question = other.page.getByRole('alertdialog', { name: t('access:leave.question') });
    await question.getByRole('button', { name: t('access:leave.action') }).click();
    await shown(other.page.getByText(t('access:now.none')));
    await restore(other, code, email);
    await shown(other.page.getByText(t('access:restore.done')), clock);
  },
);
