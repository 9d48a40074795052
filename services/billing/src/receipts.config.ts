import { z } from 'zod';
import { isGstin } from './gstin.js';

/** Environment variables of receipts. */
export const receiptsEnv = {
  /** Unset: the name of the product. */
  SELLER_NAME: z.string().trim().max(100).optional(),
  SELLER_ADDRESS: z.string().trim().max(300).default(''),
  /** Without it receipts have no tax lines. */
  SELLER_GSTIN: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isGstin, { error: 'is no GSTIN' })
    .optional(),
  TAX_RATE_PERCENT: z.coerce.number().int().min(0).max(100).default(18),
  /** SAC of the service; 998439: online content. */
  SERVICE_CODE: z
    .string()
    .regex(/^\d{4,6}$/)
    .default('998439'),
};

type ReceiptsEnv = z.output<z.ZodObject<typeof receiptsEnv>>;

/** A configuration error in {@link receiptsEnv} for zod's `superRefine`, or undefined. */
export const findReceiptsConfigError = (env: ReceiptsEnv) => {
  if (env.SELLER_GSTIN === undefined) return undefined;
  if (env.SELLER_NAME === undefined)
    return { path: 'SELLER_NAME', message: 'is missing: SELLER_GSTIN needs it' };
  if (env.SELLER_ADDRESS === '')
    return { path: 'SELLER_ADDRESS', message: 'is missing: SELLER_GSTIN needs it' };
  return undefined;
};

/** Reads the environment. */
export const receiptsConfig = (env: ReceiptsEnv & { PRODUCT_NAME_EN: string }) => ({
  seller: {
    name: env.SELLER_NAME ?? env.PRODUCT_NAME_EN,
    address: env.SELLER_ADDRESS,
    ...(env.SELLER_GSTIN !== undefined && { gstin: env.SELLER_GSTIN }),
  },
  ratePercent: env.TAX_RATE_PERCENT,
  serviceCode: env.SERVICE_CODE,
});

/** The seller and the tax of new receipts. */
export type ReceiptsConfig = ReturnType<typeof receiptsConfig>;
