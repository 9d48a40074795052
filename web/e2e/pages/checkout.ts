import { randomInt } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { newBuyer } from '../support/sessions.ts';
import { simulator } from './simulator.ts';

type Buyer = Pick<Visitor, 'page' | 't' | 'language'>;

/** An unknown access code, another each time: attempts with the same one are counted. */
export const unknownCode = (): string =>
  Array.from({ length: 4 }, () => String(randomInt(1e4)).padStart(4, '0')).join('-');

/** The parts of the pages that sell something. */
export const checkout = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  payButton: (charge = '$9.99'): Locator =>
    page.getByRole('button', { name: t('checkout:pay', { charge }) }),
  upiButton: (charge = '₹799'): Locator =>
    page.getByRole('button', { name: t('checkout:upi.pay', { charge }) }),
  /** Opens the ways to pay that are folded: in India, all but UPI. */
  otherWays: page.locator('summary', { hasText: t('checkout:otherWays') }),
  email: page.getByRole('textbox', { name: t('checkout:email.label') }),
  success: page.getByRole('heading', { name: t('checkout:success.hourly') }),
  code: page.getByRole('region', { name: t('accessCode:title') }).getByRole('code'),
  open: page.getByRole('link', { name: t('checkout:success.open') }),
});

/** Presses PayPal's button, which may be folded, and waits for the simulator's page. */
export const goToSimulator = async (visitor: Buyer, charge?: string) => {
  const shop = checkout(visitor);
  await shown(shop.otherWays);
  if (await shop.payButton(charge).isHidden()) await shop.otherWays.click();
  await shop.payButton(charge).click();
  const desk = simulator(visitor);
  await shown(desk.pay);
  return desk;
};

/** The same for the button that leads to UPI. */
export const goToUpi = async (visitor: Buyer) => {
  await checkout(visitor).upiButton().click();
  const desk = simulator(visitor);
  await shown(desk.upiPay);
  return desk;
};

/** Buys an hour on the screen and stays on the page with its access code, which it returns. */
export const buyHour = async (visitor: Buyer, email = newBuyer()): Promise<string> => {
  await moveTo(visitor.page, '/hourly-access');
  const desk = await goToSimulator(visitor);
  await desk.email.fill(email);
  await desk.pay.click();
  const shop = checkout(visitor);
  await shown(shop.success);
  return (await shop.code.innerText()).trim();
};
