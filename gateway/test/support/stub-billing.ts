import {
  defaultPlanPrices,
  DomainError,
  grantedPass,
  openedPurchase,
  order,
  person as personSchema,
  purchase as purchaseSchema,
  receipt as receiptSchema,
  receiptDocument,
} from '@ctdb/contracts';
import { ids } from './records.js';
import { sampleOf } from './sample.js';
import { StubService } from './stub-service.js';

const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const tokens = () => ({
  token: 't'.repeat(43),
  expiresAt: later(900_000),
  refreshToken: 'r'.repeat(43),
  refreshExpiresAt: later(1_800_000),
  username: 'admin',
});
const signedIn = () => ({ ...tokens(), browserToken: 'b'.repeat(43) });

const price = { amount: '9.99', currency: 'USD' };
export const prices = { usdCents: 999, inrPaise: 79_900, plansPaise: defaultPlanPrices };

export const accessCode = 'AB12-CD34-EF56-GH78';
const receipt = { ...sampleOf(receiptSchema), ...price };
export const purchase = { ...sampleOf(purchaseSchema), id: ids.order, receipt };
const opened = sampleOf(openedPurchase);
const document = { ...sampleOf(receiptDocument), number: '2026-27/000001' };
const person = sampleOf(personSchema);
const pass = sampleOf(grantedPass);
const none = { pass: null, reason: 'none', hasActivated: false } as const;

/** A billing service with one administrator: `admin`, `correct horse`; the ledger is empty. */
export const stubBilling = (): StubService =>
  new StubService('billing', {
    signIn: ({ password }) => {
      if (password !== 'correct horse') throw new DomainError('INVALID_CREDENTIALS');
      return signedIn();
    },
    refreshSession: ({ refreshToken }) => {
      if (refreshToken !== 'r'.repeat(43))
        throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
      return { ...tokens(), refreshToken: 's'.repeat(43) };
    },
    changePassword: ({ currentPassword }) => {
      if (currentPassword !== 'correct horse') throw new DomainError('WRONG_PASSWORD');
      return {};
    },
    completeSignIn: ({ proof }) => {
      if (!('code' in proof) || proof.code === '000000') throw new DomainError('WRONG_FACTOR');
      return signedIn();
    },
    changePersonRole: ({ role }) => ({ ...person, role }),
    setPersonContact: ({ contactEmail }) => ({ ...person, contactEmail }),
    getPrices: () => prices,
    setPrices: ({ usdCents = 999, inrPaise = 79_900, plansPaise }) => ({
      usdCents,
      inrPaise,
      plansPaise: { ...defaultPlanPrices, ...plansPaise },
    }),
    getPaymentMode: () => ({ mode: 'test' }),
    createOrder: ({ currency, provider }) => {
      if ((provider === 'paypal') !== (currency === 'USD'))
        throw new DomainError('CURRENCY_NOT_SUPPORTED', { charge: price });
      const approveUrl = 'http://127.0.0.1:1/checkoutnow?token=ORDER-1';
      return { id: 'ORDER-1', approveUrl, accessCode };
    },
    captureOrder: ({ id }) => {
      if (id === 'UNKNOWN') throw new DomainError('NOT_FOUND', { kind: 'order' });
      if (id === 'PENDING') return { status: 'PENDING' };
      return { status: 'COMPLETED', pass, receipt, accessCode };
    },
    returnFromOrder: ({ query }) => {
      if (query['razorpay_signature'] !== 'right') throw new DomainError('INVALID_SIGNATURE');
      return { path: '/subscribe?order=paid&token=plink_1' };
    },
    getActivePass: () => none,
    claimPasses: () => none,
    renewBrowserToken: () => ({ isRenewed: true }),
    listPurchases: () => ({ purchases: [purchase] }),
    restoreAccess: ({ accessCode: typed }) => {
      if (typed !== accessCode) throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
      return opened;
    },
    listOrders: () => ({ items: [sampleOf(order)], total: 21 }),
    getReceipts: () => ({ documents: [document] }),
    getReceiptPdf: () => ({ pdf: Buffer.from('%PDF-').toString('base64') }),
    exportReceipts: ({ month, after }) =>
      after === undefined ? { text: `${month}\n`, next: document.number } : { text: `${after}\n` },
  });
