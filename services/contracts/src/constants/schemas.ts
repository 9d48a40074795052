import { z } from 'zod';
import { categories, protocolColorNames, outcomes } from './catalog.js';
import { imageTypes } from './limits.js';
import { currencies, indianStates, paymentProviders, plans, purchaseItemNames } from './billing.js';
import { abilities, personRoles } from './roles.js';

// A separate file, so that a browser that shows only the constants needs no zod.

/** See {@link categories}. */
export const category = z.enum(categories);
/** See {@link outcomes}. */
export const outcome = z.enum(outcomes);
/** See {@link protocolColorNames}. */
export const protocolColor = z.enum(protocolColorNames);
/** See {@link imageTypes}. */
export const imageType = z.enum(imageTypes);
/** See {@link abilities}. */
export const ability = z.enum(abilities);
/** See {@link personRoles}. */
export const personRole = z.enum(personRoles);
/** See {@link plans}. */
export const plan = z.enum(plans);
/** See {@link purchaseItemNames}. */
export const purchaseItem = z.enum(purchaseItemNames);
/** See {@link currencies}. */
export const currency = z.enum(currencies);
/** See {@link indianStates}. */
export const indianState = z.enum(indianStates);
/** See {@link paymentProviders}. */
export const paymentProvider = z.enum(paymentProviders);
