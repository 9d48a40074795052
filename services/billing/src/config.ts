import { isIP } from 'node:net';
import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import {
  backupRetentionEnv,
  bucketEnv,
  optionalS3Env,
  toStorageSettings,
} from '@ctdb/chassis/storage';
import { findMissingMailVariable, mailEnv, toMailSettings } from '@ctdb/chassis/mail';
import { MIN_PASSWORD_LENGTH, newUsername } from '@ctdb/contracts';
import { z } from 'zod';
import {
  findPaymentsConfigError,
  paymentsEnv,
  paypalConfig,
  razorpayConfig,
} from './payments.config.js';
import { findReceiptsConfigError, receiptsConfig, receiptsEnv } from './receipts.config.js';

/** Injection token of {@link BillingConfig}. */
export const BILLING_CONFIG = Symbol('BILLING_CONFIG');

const SECOND = 1_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const positive = (max: number, value: number, min = 1) =>
  z.coerce.number().int().min(min).max(max).default(value);

/** The environment of billing. */
export const billingEnv = z
  .object({
    ...chassisEnv,
    ADMIN_USERNAME: z
      .string()
      .trim()
      .refine((name) => newUsername.safeParse(name).success, {
        error: 'must have 1 to 100 visible characters',
      })
      .default('admin'),
    ADMIN_PASSWORD: z.string().max(256).optional(),
    ADMIN_PASSWORD_GENERATED: z.stringbool().default(false),
    SECOND_FACTOR_REQUIRED: z.stringbool().default(false),
    /** Where browsers find the product: passkeys belong to this address. */
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
    PASSWORD_MIN_LENGTH: positive(64, MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH),
    /** No password may be made of its words. */
    SITE_DOMAIN: z.string().max(253).default(''),
    ACCESS_TOKEN_SECONDS: positive(HOUR, 15 * 60),
    REFRESH_IDLE_SECONDS: positive(DAY, 30 * 60),
    REFRESH_TOTAL_SECONDS: positive(7 * DAY, 12 * HOUR),
    REFRESH_GRACE_SECONDS: positive(60, 10),
    SIGN_IN_TRIES: positive(100, 5),
    SIGN_IN_ADDRESS_TRIES: positive(10_000, 30),
    SIGN_IN_ACCOUNT_TRIES: positive(10_000, 100),
    SIGN_IN_DELAY_SECONDS: positive(60, 1),
    SIGN_IN_LONGEST_DELAY_SECONDS: positive(HOUR, 15 * 60),
    PASSWORD_HASHES_AT_ONCE: positive(64, 2),
    PASSWORD_HASHES_WAITING: positive(10_000, 32),
    RECONCILE_SECONDS: positive(HOUR, 5),
    PAYMENT_LEASE_MS: positive(15_000, 12_000),
    /** Any server that speaks S3; without one nothing is noted for restores of the database. */
    ...optionalS3Env,
    /** Created if it is missing. */
    BILLING_BUCKET: bucketEnv('billing'),
    ...backupRetentionEnv,
    ...mailEnv,
    ...paymentsEnv,
    ...receiptsEnv,
  })
  .superRefine((value, context) => {
    const error = findPaymentsConfigError(value) ?? findReceiptsConfigError(value);
    if (error) context.addIssue({ code: 'custom', path: [error.path], message: error.message });
    const missing = findMissingMailVariable(value, value.PUBLIC_ORIGIN);
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'is required' });
  });

const load = defineConfig(billingEnv);

const throttleRules = (value: z.output<typeof billingEnv>) => {
  const initialDelayMs = value.SIGN_IN_DELAY_SECONDS * SECOND;
  const maxDelayMs = value.SIGN_IN_LONGEST_DELAY_SECONDS * SECOND;
  const rule = { initialDelayMs, maxDelayMs, ttlMs: HOUR * SECOND + maxDelayMs, shared: false };
  // Strangers can cause these delays, so they are shorter: guessing stays slow, others get in.
  const short = { ...rule, maxDelayMs: Math.min(maxDelayMs, 60 * SECOND) };
  return {
    pair: { ...rule, freeAttempts: value.SIGN_IN_TRIES },
    address: { ...rule, freeAttempts: value.SIGN_IN_ADDRESS_TRIES },
    account: { ...short, shared: true, freeAttempts: value.SIGN_IN_ACCOUNT_TRIES },
    codeAddress: { ...short, freeAttempts: value.SIGN_IN_ADDRESS_TRIES },
    // Only who knows the password gets there. Six digits must not be found in months either.
    factor: {
      ...rule,
      ttlMs: DAY * SECOND,
      shared: true,
      freeAttempts: value.SIGN_IN_ADDRESS_TRIES,
    },
  };
};

/** Browsers keep passkeys for names alone, not for addresses of machines; `undefined` without a name. */
const toRelyingParty = (publicOrigin: string | undefined) => {
  if (publicOrigin === undefined) return undefined;
  const { origin, hostname } = new URL(publicOrigin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, id: hostname } : undefined;
};

/** One kind of counter: free attempts, then delays that double up to a maximum; `shared` by all networks. */
export type ThrottleRule = ReturnType<typeof throttleRules>['pair'];

/** Reads the environment; throws a `ConfigError` that lists all errors. Times are milliseconds. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  return {
    firstAdministrator: {
      username: value.ADMIN_USERNAME,
      password: value.ADMIN_PASSWORD,
      isGenerated: value.ADMIN_PASSWORD_GENERATED,
    },
    secondFactor: {
      isRequired: value.SECOND_FACTOR_REQUIRED,
      productName: value.PRODUCT_NAME_EN,
      relyingParty: toRelyingParty(value.PUBLIC_ORIGIN),
    },
    password: {
      minLength: value.PASSWORD_MIN_LENGTH,
      /** Names of this installation, whose words are easy to guess. */
      ownNames: [value.PRODUCT_NAME_EN, value.PRODUCT_NAME_KN, value.SITE_DOMAIN],
      hashesAtOnce: value.PASSWORD_HASHES_AT_ONCE,
      hashesWaiting: value.PASSWORD_HASHES_WAITING,
    },
    session: {
      accessMs: value.ACCESS_TOKEN_SECONDS * SECOND,
      idleMs: value.REFRESH_IDLE_SECONDS * SECOND,
      totalMs: value.REFRESH_TOTAL_SECONDS * SECOND,
      graceMs: value.REFRESH_GRACE_SECONDS * SECOND,
    },
    throttle: throttleRules(value),
    reconcileMs: value.RECONCILE_SECONDS * SECOND,
    paymentLeaseMs: value.PAYMENT_LEASE_MS,
    /** Undefined without an S3 server. */
    storage:
      value.S3_ENDPOINT === undefined
        ? undefined
        : toStorageSettings({ ...value, S3_ENDPOINT: value.S3_ENDPOINT }, value.BILLING_BUCKET),
    backups: {
      DATABASE_BACKUP_DAYS: value.DATABASE_BACKUP_DAYS,
      BACKUP_REMOVAL_DAYS: value.BACKUP_REMOVAL_DAYS,
    },
    /** Undefined if no mail is sent. */
    mail: toMailSettings(value, value.PUBLIC_ORIGIN),
    /** Undefined without its credentials. */
    paypal: paypalConfig(value),
    /** Undefined without its credentials. */
    razorpay: razorpayConfig(value),
    receipts: receiptsConfig(value),
  };
};

/** The configuration of billing. */
export type BillingConfig = ReturnType<typeof loadConfig>;
