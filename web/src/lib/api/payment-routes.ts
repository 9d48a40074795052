import type { Endpoints, PaymentRouteName } from './routes';

/** As `routes`, for the screens about money: the first view of the others does without them. */
export const paymentRoutes: Endpoints<Exclude<PaymentRouteName, 'receiveWebhook'>> = {
  getPricing: { method: 'GET', path: '/api/admin/pricing' },
  setPricing: { method: 'POST', path: '/api/admin/pricing' },
  listPriceChanges: { method: 'GET', path: '/api/admin/pricing/changes' },
  getCheckout: { method: 'GET', path: '/paypal/setup' },
  createOrder: { method: 'POST', path: '/paypal/order' },
  captureOrder: { method: 'POST', path: '/paypal/order/{id}/capture' },
  listPurchases: { method: 'GET', path: '/api/access' },
  restoreAccess: { method: 'POST', path: '/api/access/restore' },
  requestRefund: { method: 'POST', path: '/api/access/refund-request' },
  listOrders: { method: 'GET', path: '/api/orders' },
  refundOrder: { method: 'POST', path: '/api/orders/{id}/refund' },
};
