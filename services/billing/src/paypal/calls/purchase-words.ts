import type { PurchaseItem } from '@ctdb/contracts';

/** What the buyer reads on PayPal's page: at most 127 characters. */
export const purchaseWords: Record<PurchaseItem, Record<'en' | 'kn', string>> = {
  hourly: { en: '1-hour access', kn: '1 ಗಂಟೆಯ ಪ್ರವೇಶ' },
  premium_monthly: { en: 'Premium plan, 30 days', kn: 'ಪ್ರೀಮಿಯಂ ಯೋಜನೆ, 30 ದಿನಗಳು' },
  premium_yearly: { en: 'Premium plan, 365 days', kn: 'ಪ್ರೀಮಿಯಂ ಯೋಜನೆ, 365 ದಿನಗಳು' },
  professional_monthly: { en: 'Professional plan, 30 days', kn: 'ವೃತ್ತಿಪರ ಯೋಜನೆ, 30 ದಿನಗಳು' },
  professional_yearly: { en: 'Professional plan, 365 days', kn: 'ವೃತ್ತಿಪರ ಯೋಜನೆ, 365 ದಿನಗಳು' },
};
