import type { RouteContract, RouteName, routes as contracts } from '@ctdb/contracts';
import type { MediaRouteName } from './media-routes';
import type { OpsRouteName } from './ops-routes';

type Contracts = typeof contracts;

/** Routes that only screens about money call: see `payment-routes.ts`. */
export type PaymentRouteName =
  | 'getPricing'
  | 'setPricing'
  | 'listPriceChanges'
  | 'getCheckout'
  | 'createOrder'
  | 'captureOrder'
  | 'receiveWebhook'
  | 'listPurchases'
  | 'restoreAccess'
  | 'requestRefund'
  | 'listOrders'
  | 'refundOrder';

/** Endpoints by the names of their contracts. */
export type Endpoints<N extends RouteName> = { readonly [K in N]: Endpoint<Contracts[K]> };

/** What the browser needs to know of a route at run time; the rest is types. */
export interface Endpoint<R extends RouteContract> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Never there: it ties the endpoint to the types of its contract. */
  readonly contract?: R;
}

/**
 * The routes of the contracts without their schemas: those weigh 30 kB and answers are parsed by
 * the gateway already. A row that is missing, superfluous or different does not compile.
 */
export const routes: Endpoints<
  Exclude<RouteName, PaymentRouteName | MediaRouteName | OpsRouteName>
> = {
  getConfig: { method: 'GET', path: '/api/config' },
  getSession: { method: 'GET', path: '/api/session' },
  getApiDescription: { method: 'GET', path: '/api/openapi.json' },
  listDiseases: { method: 'GET', path: '/api/diseases' },
  getDisease: { method: 'GET', path: '/api/diseases/{id}' },
  createDisease: { method: 'POST', path: '/api/diseases' },
  updateDisease: { method: 'PUT', path: '/api/diseases/{id}' },
  deleteDisease: { method: 'DELETE', path: '/api/diseases/{id}' },
  getTreatmentOfDisease: { method: 'GET', path: '/api/treatments/disease/{diseaseId}' },
  createTreatment: { method: 'POST', path: '/api/treatments' },
  updateTreatment: { method: 'PUT', path: '/api/treatments/{id}' },
  replaceProtocols: { method: 'PUT', path: '/api/treatments/{id}/protocols' },
  addNote: { method: 'POST', path: '/api/treatments/notes' },
  listNotes: { method: 'GET', path: '/api/treatments/{id}/notes' },
  deleteNote: { method: 'DELETE', path: '/api/treatments/{id}/notes/{noteId}' },
  addHistoryEntry: { method: 'POST', path: '/api/treatments/history' },
  listHistory: { method: 'GET', path: '/api/treatments/{id}/history' },
  deleteHistoryEntry: { method: 'DELETE', path: '/api/treatments/{id}/history/{entryId}' },
  getTrends: { method: 'GET', path: '/api/trends' },
  getAnalytics: { method: 'GET', path: '/api/analytics' },
  translate: { method: 'POST', path: '/api/translate' },
  listGlossary: { method: 'GET', path: '/api/glossary' },
  listTrash: { method: 'GET', path: '/api/trash' },
  restoreFromTrash: { method: 'POST', path: '/api/trash/{kind}/{id}/restore' },
  signIn: { method: 'POST', path: '/api/admin/login' },
  refreshSession: { method: 'POST', path: '/api/admin/refresh' },
  signOut: { method: 'POST', path: '/api/admin/logout' },
  changePassword: { method: 'POST', path: '/api/admin/change-password' },
};
