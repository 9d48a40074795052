import type { PurchaseItem } from '@ctdb/contracts';

/** Item texts on PayPal's page, at most 127 characters. */
export const purchaseWords: Record<PurchaseItem, Record<'en' | 'kn', string>> = {
  hourly: { en: 'One-hour pass', kn: 'ಒಂದು ಗಂಟೆಯ ಪಾಸ್' },
  premium_monthly: { en: 'Premium, 30 days', kn: 'ಪ್ರೀಮಿಯಂ, 30 ದಿನ' },
  premium_yearly: { en: 'Premium, 365 days', kn: 'ಪ್ರೀಮಿಯಂ, 365 ದಿನ' },
  professional_monthly: { en: 'Professional, 30 days', kn: 'ವೃತ್ತಿಪರ, 30 ದಿನ' },
  professional_yearly: { en: 'Professional, 365 days', kn: 'ವೃತ್ತಿಪರ, 365 ದಿನ' },
};
