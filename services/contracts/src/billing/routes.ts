import { z } from 'zod';
import { objectId, timestamp } from '../ids.js';
import { pageQuery } from '../paging.js';
import { access, defineRoute } from '../route.js';
import { passwordChange, signInInput } from './accounts.js';
import { order } from './orders.js';
import { purchase, restoreInput } from './passes.js';
import {
  captureOutcome,
  checkout,
  grantedPass,
  newOrder,
  orderInput,
  providerOrderId,
  receipt,
} from './payments.js';
import { hourlyPricing, priceChange, pricingInput } from './prices.js';

const tokenAnswer = z.object({ token: z.string(), expiresAt: timestamp });

const orderId = z.strictObject({ id: objectId });

const accountRoutes = {
  signIn: defineRoute({
    id: 'signIn',
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Signs an administrator in',
    access: access.everyone,
    rate: 'signIn',
    body: signInInput,
    response: tokenAnswer,
    status: 200,
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_TRIES'],
  }),
  refreshSession: defineRoute({
    id: 'refreshSession',
    method: 'POST',
    path: '/api/admin/refresh',
    summary: 'Renews the session by its refresh cookie',
    access: access.everyone,
    response: tokenAnswer,
    status: 200,
    cookieAuthorised: true,
    errors: ['ACCESS_REQUIRED', 'FOREIGN_ORIGIN'],
  }),
  signOut: defineRoute({
    id: 'signOut',
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'Ends the session',
    access: access.everyone,
    status: 204,
    cookieAuthorised: true,
    errors: ['FOREIGN_ORIGIN'],
  }),
  changePassword: defineRoute({
    id: 'changePassword',
    method: 'POST',
    path: '/api/admin/change-password',
    summary: 'Changes the password of the signed-in administrator',
    access: access.administrators,
    body: passwordChange,
    response: z.object({ message: z.string() }),
    status: 200,
    errors: ['WRONG_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'TOO_MANY_TRIES'],
  }),
} as const;

const pricingRoutes = {
  getPricing: defineRoute({
    id: 'getPricing',
    method: 'GET',
    path: '/api/admin/pricing',
    summary: 'Prices of the hourly pass',
    access: access.everyone,
    response: hourlyPricing,
    status: 200,
  }),
  setPricing: defineRoute({
    id: 'setPricing',
    method: 'POST',
    path: '/api/admin/pricing',
    summary: 'Sets the prices of the hourly pass',
    access: access.administrators,
    body: pricingInput,
    response: hourlyPricing,
    status: 200,
  }),
  listPriceChanges: defineRoute({
    id: 'listPriceChanges',
    method: 'GET',
    path: '/api/admin/pricing/changes',
    summary: 'The newest changes of the prices, newest first',
    access: access.administrators,
    response: z.array(priceChange),
    status: 200,
  }),
} as const;

const paymentRoutes = {
  getCheckout: defineRoute({
    id: 'getCheckout',
    method: 'GET',
    path: '/paypal/setup',
    summary: 'What a page needs before it can take a payment',
    access: access.everyone,
    response: checkout,
    status: 200,
    errors: ['PAYMENTS_NOT_CONFIGURED'],
  }),
  createOrder: defineRoute({
    id: 'createOrder',
    method: 'POST',
    path: '/paypal/order',
    summary: 'Opens an order; the server decides the price',
    access: access.everyone,
    rate: 'order',
    body: orderInput,
    response: newOrder,
    status: 201,
    idempotent: true,
    errors: [
      'PRICE_CHANGED',
      'CURRENCY_NOT_SUPPORTED',
      'PAYMENTS_NOT_CONFIGURED',
      'FOREIGN_ORIGIN',
    ],
  }),
  captureOrder: defineRoute({
    id: 'captureOrder',
    method: 'POST',
    path: '/paypal/order/{id}/capture',
    summary: 'Takes the money of an approved order and hands out the access',
    access: access.everyone,
    params: z.strictObject({ id: providerOrderId }),
    response: captureOutcome,
    status: 200,
    acceptedStatus: 202,
    cookieAuthorised: true,
    errors: [
      'NOT_FOUND',
      'FOREIGN_ORDER',
      'FOREIGN_ORIGIN',
      'ORDER_NOT_APPROVED',
      'PAYMENT_DECLINED',
      'PURCHASE_ENDED',
      'PAYMENTS_NOT_CONFIGURED',
    ],
  }),
  receiveWebhook: defineRoute({
    id: 'receiveWebhook',
    method: 'POST',
    path: '/paypal/webhook',
    summary: 'Takes what PayPal tells, if PayPal has signed it',
    access: access.everyone,
    rate: 'webhook',
    rawBody: true,
    response: z.object({}),
    status: 200,
    errors: ['INVALID_SIGNATURE', 'PAYMENTS_NOT_CONFIGURED'],
  }),
} as const;

const purchaseRoutes = {
  listPurchases: defineRoute({
    id: 'listPurchases',
    method: 'GET',
    path: '/api/access',
    summary: 'What this browser has bought, newest first',
    access: access.everyone,
    response: z.array(purchase),
    status: 200,
  }),
  restoreAccess: defineRoute({
    id: 'restoreAccess',
    method: 'POST',
    path: '/api/access/restore',
    summary: 'Moves paid access to this browser by receipt code and e-mail',
    access: access.everyone,
    rate: 'signIn',
    body: restoreInput,
    response: z.object({ pass: grantedPass, receipt }),
    status: 200,
    cookieAuthorised: true,
    errors: ['NOT_FOUND', 'PURCHASE_ENDED', 'TOO_MANY_TRIES', 'FOREIGN_ORIGIN'],
  }),
  requestRefund: defineRoute({
    id: 'requestRefund',
    method: 'POST',
    path: '/api/access/refund-request',
    summary: 'Asks for the money of a plan back',
    access: { anonymous: false, pass: 'read', admin: false },
    body: orderId,
    response: purchase,
    status: 202,
    cookieAuthorised: true,
    errors: ['NOT_FOUND', 'NOT_REFUNDABLE', 'FOREIGN_ORIGIN'],
  }),
} as const;

const orderRoutes = {
  listOrders: defineRoute({
    id: 'listOrders',
    method: 'GET',
    path: '/api/orders',
    summary: 'Orders, newest first',
    access: access.administrators,
    query: pageQuery,
    response: z.array(order),
    status: 200,
  }),
  refundOrder: defineRoute({
    id: 'refundOrder',
    method: 'POST',
    path: '/api/orders/{id}/refund',
    summary: 'Gives a payment back and ends its access',
    access: access.administrators,
    params: orderId,
    response: order,
    status: 200,
    errors: ['NOT_FOUND', 'NOT_REFUNDABLE', 'PAYMENTS_NOT_CONFIGURED'],
  }),
} as const;

/** Routes that billing answers, by the name of their handler. */
export const billingRoutes = {
  ...accountRoutes,
  ...pricingRoutes,
  ...paymentRoutes,
  ...purchaseRoutes,
  ...orderRoutes,
} as const;
