import { z } from 'zod';
import { categories } from './categories.js';
import { protocolColourNames } from './colours.js';
import { imageTypes } from './images.js';
import { currencies } from './money.js';
import { outcomes } from './outcomes.js';
import { capabilities, plans, purchaseItemNames } from './plans.js';

// Apart from the words themselves, so that a browser that only shows them needs no zod.

/** See {@link categories}. */
export const category = z.enum(categories);
/** See {@link outcomes}. */
export const outcome = z.enum(outcomes);
/** See {@link protocolColourNames}. */
export const protocolColour = z.enum(protocolColourNames);
/** See {@link imageTypes}. */
export const imageType = z.enum(imageTypes);
/** See {@link capabilities}. */
export const capability = z.enum(capabilities);
/** See {@link plans}. */
export const plan = z.enum(plans);
/** See {@link purchaseItemNames}. */
export const purchaseItem = z.enum(purchaseItemNames);
/** See {@link currencies}. */
export const currency = z.enum(currencies);
