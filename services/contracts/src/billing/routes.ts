import { z } from 'zod';
import { timestamp } from '../ids.js';
import { access, defineRoute } from '../route.js';
import { passwordChange, signInInput } from './accounts.js';

const tokenAnswer = z.object({ token: z.string(), expiresAt: timestamp });

/** Routes that billing answers, by the name of their handler. */
export const billingRoutes = {
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
