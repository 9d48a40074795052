import type { Locator, Page } from '@playwright/test';
import type { Language } from '../support/texts.ts';

const words = {
  en: {
    email: 'Payer’s email address',
    pay: 'Approve the payment',
    decline: 'Approve, but the bank declines',
    cancel: 'Cancel and go back',
    upiPay: 'Pay by UPI',
  },
  kn: {
    email: 'ಪಾವತಿಸುವವರ ಇಮೇಲ್ ವಿಳಾಸ',
    pay: 'ಪಾವತಿಯನ್ನು ಅನುಮೋದಿಸಿ',
    decline: 'ಅನುಮೋದಿಸಿ; ಬ್ಯಾಂಕ್ ನಿರಾಕರಿಸಿದಂತೆ ಪರೀಕ್ಷಿಸಿ',
    cancel: 'ರದ್ದುಮಾಡಿ ಹಿಂತಿರುಗಿ',
    upiPay: 'UPI ಮೂಲಕ ಪಾವತಿಸಿ',
  },
} as const;

/** The payment pages of the simulator, PayPal's and Razorpay's, in the language of the order. */
export const simulator = ({ page, language }: { page: Page; language: Language }) => {
  const text = words[language];
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  return {
    email: page.getByRole('textbox', { name: text.email }),
    pay: button(text.pay),
    decline: button(text.decline),
    cancel: button(text.cancel),
    upiPay: button(text.upiPay),
  };
};
