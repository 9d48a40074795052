import type { Locator } from '@playwright/test';
import { shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';

/** The button of the account's menu. */
export const menuButton = ({ page, t }: Pick<Visitor, 'page' | 't'>): Locator =>
  page.getByRole('button', { name: t('common:header.account'), exact: true });

/** Opens the account's menu; returns its entries. */
export const openMenu = async (view: Pick<Visitor, 'page' | 't'>): Promise<Locator> => {
  await menuButton(view).click();
  const entries = view.page.getByRole('menuitem');
  await shown(entries);
  return entries;
};

/** Opens the dialog that changes the password; returns it. */
export const openPasswordDialog = async (view: Pick<Visitor, 'page' | 't'>): Promise<Locator> => {
  const { page, t } = view;
  await openMenu(view);
  await page.getByRole('menuitem', { name: t('common:header.changePassword') }).click();
  const dialog = page.getByRole('dialog', { name: t('admin:password.title') });
  await shown(dialog);
  return dialog;
};
