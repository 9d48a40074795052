import { z } from 'zod';

/** The two languages of the product; the first is the default. */
export const locales = ['en', 'kn'] as const;
/** See {@link locales}. */
export const locale = z.enum(locales);
/** One of {@link locales}. */
export type Locale = z.infer<typeof locale>;
