import type { Locator } from '@playwright/test';
import { shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';

type Reader = Pick<Visitor, 'page' | 't'>;

/** The field for an access code. */
export const codeField = ({ page, t }: Reader): Locator =>
  page.getByRole('textbox', { name: t('accessCode:title') });

/** Brings access to a browser by its code, on a page that asks for one. */
export const restoreByCode = async (reader: Reader, code: string): Promise<void> => {
  const { page, t } = reader;
  await codeField(reader).fill(code);
  await page.getByRole('button', { name: t('access:restore.check') }).click();
  await page.getByRole('button', { name: t('access:restore.submit') }).click();
  await shown(page.getByText(t('access:restore.done')));
};

/** Copies the access code that a page shows; the browser must allow it. */
export const copyCode = async ({ page, t }: Reader): Promise<string> => {
  await page.getByRole('button', { name: t('accessCode:copy'), exact: true }).click();
  await shown(page.getByText(t('accessCode:copied')));
  return page.evaluate(() => navigator.clipboard.readText());
};
