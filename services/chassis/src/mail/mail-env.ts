import { defaultProductName, emailAddress } from '@ctdb/contracts';
import { z } from 'zod';

const isServer = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  try {
    decodeURIComponent(`${username}:${password}`);
  } catch {
    return false;
  }
  return /^smtps?:$/.test(protocol) && hostname !== '';
};

/** Environment variables of a process that sends mail. Without `SMTP_URL` none is sent. */
export const mailEnv = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  SMTP_URL: z
    .string()
    .refine(isServer, {
      error: 'must be an address like smtps://user:password@host:465, percent-encoded',
    })
    .optional(),
  /** The sender's address. */
  MAIL_FROM: emailAddress.optional(),
  PRODUCT_NAME_EN: z.string().max(100).default(defaultProductName.en),
  PRODUCT_NAME_KN: z.string().max(100).default(defaultProductName.kn),
};

type MailEnv = z.output<z.ZodObject<typeof mailEnv>>;

/** The variable that is missing beside `SMTP_URL`; `undefined` where none is. */
export const findMissingMailVariable = (
  env: Partial<MailEnv>,
  publicOrigin: string | undefined,
): 'MAIL_FROM' | 'PUBLIC_ORIGIN' | undefined => {
  if (env.SMTP_URL === undefined) return undefined;
  if (env.MAIL_FROM === undefined) return 'MAIL_FROM';
  return publicOrigin === undefined ? 'PUBLIC_ORIGIN' : undefined;
};

/** The settings of a `MailModule`; `undefined` where no mail is sent. */
export const toMailSettings = (
  { SMTP_URL, MAIL_FROM, PRODUCT_NAME_EN, PRODUCT_NAME_KN }: MailEnv,
  publicOrigin: string | undefined,
) =>
  SMTP_URL === undefined || MAIL_FROM === undefined || publicOrigin === undefined
    ? undefined
    : {
        server: new URL(SMTP_URL),
        from: MAIL_FROM,
        productName: { en: PRODUCT_NAME_EN, kn: PRODUCT_NAME_KN },
        /** The product's address for browsers. */
        origin: new URL(publicOrigin).origin,
      };

/** How mail is sent, and what every mail says of the product. */
export type MailSettings = NonNullable<ReturnType<typeof toMailSettings>>;
