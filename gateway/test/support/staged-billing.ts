import {
  addPasskey,
  addTotp,
  captureOrder,
  changePassword,
  changePersonRole,
  claimPasses,
  completeSignIn,
  confirm,
  createOrder,
  createPersonLink,
  defaultPlanPrices,
  DomainError,
  endPersonSessions,
  endSession,
  endSessions,
  exportReceipts,
  getCheckout,
  getContact,
  getFactors,
  getPaymentMode,
  getPrices,
  getReceiptPdf,
  getReceipts,
  invitePerson,
  listOrders,
  listPeople,
  listPriceChanges,
  listPurchases,
  listSessions,
  openLink,
  receiveWebhook,
  refreshSession,
  removePasskey,
  removePersonFactors,
  removeTotp,
  renewRecoveryCodes,
  refundOrder,
  renewBrowserToken,
  requestRefund,
  requestRefundByReceipt,
  openAccessLink,
  returnFromOrder,
  restoreAccess,
  sendAccessLink,
  sendForgottenLink,
  sendPersonLink,
  setContact,
  setPersonContact,
  getActivePass,
  setPersonDisabled,
  setPrices,
  signIn,
  startConfirmation,
  startPasskey,
  startTotp,
  signOut,
  signOutOfAccess,
  setPasswordByLink,
  type GrantedPass,
  type Order,
  type Purchase,
  type Receipt,
  type ReceiptDocument,
  type TeamPerson,
} from '@ctdb/contracts';
import { ids } from './records.js';
import { StagedService } from './staged-service.js';

const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const tokens = () => ({
  token: 't'.repeat(43),
  expiresAt: later(900_000),
  refreshToken: 'r'.repeat(43),
  refreshExpiresAt: later(1_800_000),
  username: 'admin',
});

const at = '2026-01-05T10:00:00.000Z';
const price = { amount: '9.99', currency: 'USD' };
const prices = { usdCents: 999, inrPaise: 79_900, plansPaise: defaultPlanPrices };

export const grantedPass: GrantedPass = {
  plan: 'hourly',
  startsAt: at,
  expiresAt: '2026-01-05T11:00:00.000Z',
};

export const receipt: Receipt = {
  code: 'AB12-CD34-EF56-GH78',
  item: 'hourly',
  ...price,
  paidAt: at,
  reference: 'CAPTURE-1',
};

export const purchase: Purchase = {
  id: ids.order,
  item: 'hourly',
  state: 'running',
  pass: grantedPass,
  receipt,
};

const order: Order = { id: ids.order, item: 'hourly', state: 'paid', ...price, createdAt: at };

const receiptDocument: ReceiptDocument = {
  number: '2026-27/000001',
  kind: 'receipt',
  isTest: false,
  issuedAt: at,
  seller: { name: 'Clinic', address: '' },
  item: 'hourly',
  amountMinor: 999,
  currency: 'USD',
  paidAt: at,
  method: 'paypal',
  reference: 'CAPTURE-1',
};

const items = {
  hourly: '9.99',
  premium_monthly: '29.99',
  premium_yearly: '299.99',
  professional_monthly: '49.99',
  professional_yearly: '499.99',
};

const person: TeamPerson = {
  id: ids.patient,
  username: 'asha',
  role: 'editor',
  state: 'active',
  createdAt: at,
};

const link = { id: ids.patient, token: 't'.repeat(43), expiresAt: at };

/** A billing service with one administrator: `admin`, `correct horse`; the ledger is empty. */
export const stagedBilling = (): StagedService =>
  new StagedService('billing')
    .answer(signIn, ({ password }) => {
      if (password !== 'correct horse') throw new DomainError('INVALID_CREDENTIALS');
      return { ...tokens(), browserToken: 'b'.repeat(43) };
    })
    .answer(refreshSession, ({ refreshToken }) => {
      if (refreshToken !== 'r'.repeat(43))
        throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
      return { ...tokens(), refreshToken: 's'.repeat(43) };
    })
    .answer(signOut, () => ({}))
    .answer(changePassword, ({ currentPassword }) => {
      if (currentPassword !== 'correct horse') throw new DomainError('WRONG_PASSWORD');
      return {};
    })
    .answer(completeSignIn, ({ proof }) => {
      if (!('code' in proof) || proof.code === '000000') throw new DomainError('WRONG_FACTOR');
      return { ...tokens(), browserToken: 'b'.repeat(43) };
    })
    .answer(startConfirmation, () => ({ kinds: ['password' as const] }))
    .answer(confirm, () => ({}))
    .answer(getFactors, () => ({
      isRequired: false,
      takesPasskeys: true,
      passkeys: [],
      recoveryCodesLeft: 0,
    }))
    .answer(startTotp, () => ({ secret: 'A', uri: 'otpauth://totp/a' }))
    .answer(addTotp, () => ({ recoveryCodes: [] }))
    .answer(removeTotp, () => ({}))
    .answer(startPasskey, () => ({ options: { challenge: 'c' } }))
    .answer(addPasskey, () => ({}))
    .answer(removePasskey, () => ({}))
    .answer(renewRecoveryCodes, () => ({ recoveryCodes: [] }))
    .answer(listSessions, () => [])
    .answer(endSession, () => ({}))
    .answer(endSessions, () => ({}))
    .answer(listPeople, () => ({ items: [person], total: 1 }))
    .answer(invitePerson, () => ({ ...link }))
    .answer(changePersonRole, ({ role }) => ({ ...person, role }))
    .answer(setPersonDisabled, () => ({ ...person, state: 'disabled' as const }))
    .answer(removePersonFactors, () => person)
    .answer(setPersonContact, ({ contactEmail }) => ({ ...person, contactEmail }))
    .answer(getContact, () => ({}))
    .answer(setContact, (contact) => contact)
    .answer(sendForgottenLink, () => ({}))
    .answer(createPersonLink, () => ({ ...link }))
    .answer(sendPersonLink, () => ({}))
    .answer(sendAccessLink, () => ({}))
    .answer(openAccessLink, () => ({ purchases: [purchase] }))
    .answer(signOutOfAccess, () => ({}))
    .answer(endPersonSessions, () => ({}))
    .answer(openLink, () => ({ ...person, isInvitation: true, expiresAt: at }))
    .answer(setPasswordByLink, () => ({}))
    .answer(getPrices, () => prices)
    .answer(setPrices, ({ usdCents = 999, inrPaise = 79_900, plansPaise }) => ({
      usdCents,
      inrPaise,
      plansPaise: { ...defaultPlanPrices, ...plansPaise },
    }))
    .answer(listPriceChanges, () => [])
    .answer(getPaymentMode, () => ({ mode: 'test' as const }))
    .answer(getCheckout, () => ({
      mode: 'test' as const,
      clientToken: 'client-token',
      clientId: null,
      charge: { currency: 'USD' as const, items },
    }))
    .answer(createOrder, ({ currency, provider }) => {
      if ((provider === 'paypal') !== (currency === 'USD'))
        throw new DomainError('CURRENCY_NOT_SUPPORTED', { charge: price });
      return { id: 'ORDER-1', approveUrl: 'http://127.0.0.1:1/checkoutnow?token=ORDER-1' };
    })
    .answer(captureOrder, ({ id }) => {
      if (id === 'UNKNOWN') throw new DomainError('NOT_FOUND', { kind: 'order' });
      if (id === 'PENDING') return { status: 'PENDING' as const };
      return { status: 'COMPLETED' as const, pass: grantedPass, receipt };
    })
    .answer(returnFromOrder, ({ query }) => {
      if (query['razorpay_signature'] !== 'right') throw new DomainError('INVALID_SIGNATURE');
      return { path: '/subscribe?order=paid&token=plink_1' };
    })
    .answer(receiveWebhook, () => ({}))
    .answer(getActivePass, () => ({ pass: null, reason: 'none' as const }))
    .answer(claimPasses, () => ({ pass: null, reason: 'none' as const }))
    .answer(renewBrowserToken, () => ({ isRenewed: true }))
    .answer(listPurchases, () => ({ purchases: [purchase] }))
    .answer(restoreAccess, ({ receiptCode }) => {
      if (receiptCode !== receipt.code) throw new DomainError('NOT_FOUND', { kind: 'receipt' });
      return { pass: grantedPass, receipt };
    })
    .answer(requestRefund, () => ({ ...purchase, refundRequestedAt: at }))
    .answer(requestRefundByReceipt, () => ({ ...purchase, refundRequestedAt: at }))
    .answer(listOrders, () => ({ items: [order], total: 21 }))
    .answer(refundOrder, () => ({ ...order, state: 'refunded' as const }))
    .answer(getReceipts, () => ({ documents: [receiptDocument] }))
    .answer(getReceiptPdf, () => ({ pdf: Buffer.from('%PDF-').toString('base64') }))
    .answer(exportReceipts, ({ month, after }) =>
      after === undefined
        ? { text: `${month}\n`, next: receiptDocument.number }
        : { text: `${after}\n` },
    );
