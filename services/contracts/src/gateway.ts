import { z } from 'zod';
import { paymentMode } from './billing/payments.js';
import { timestamp } from './records.js';
import { locale } from './locale.js';
import { access } from './authorisation.js';
import { defineRoute } from './endpoint.js';
import { accessReasons } from './errors.js';
import { deployedSite } from './ops/sites.js';
import { freeSampleName } from './catalog/free-sample.js';
import { ability, personRole, plan } from './constants/schemas.js';

/** What the browser must know before a sign-in. */
export const publicConfig = z.object({
  productName: z.object({ en: z.string(), kn: z.string() }),
  languages: z.array(locale),
  siteDomain: z.string(),
  passwordMinLength: z.number().int(),
  /** `configured` is null while the catalog cannot be asked. */
  translation: z.object({ configured: z.boolean().nullable(), engine: z.string().nullable() }),
  /** `mode` is null while billing cannot be asked. `mail`: buyers get mail. */
  payments: z.object({ mode: paymentMode.nullable(), mail: z.boolean().optional() }),
  /** What a user says; where a text is empty, none is shown. Absent from older gateways. */
  testimonial: z.object({ en: z.string(), kn: z.string(), name: z.string() }).optional(),
  /** The disease that visitors read free of charge; absent if there is none, or the catalog does not answer. */
  freeSample: freeSampleName.optional(),
  /** Of the gateway that answers. Absent from older gateways. */
  version: z.string().optional(),
  /** The commit that it was built from. Absent from older gateways. */
  revision: z.string().optional(),
  /** What the active deployment shows; absent before the first one. */
  site: deployedSite.optional(),
});
/** See {@link publicConfig}. */
export type PublicConfig = z.infer<typeof publicConfig>;

/** Who the server takes the caller for, by its own clock. */
export const sessionState = z.object({
  /** Owners are admins here, so that pages of earlier releases know them; see `personRole`. */
  role: z.enum(['anonymous', 'pass', 'practitioner', 'editor', 'admin']),
  personRole: personRole.optional(),
  capabilities: z.array(ability),
  username: z.string().optional(),
  plan: plan.optional(),
  /** Names the practice of a pass, and opens nothing: its later passes have the same. Absent from older gateways. */
  practice: z.string().optional(),
  /** When access ends, all purchases that follow each other counted. */
  expiresAt: timestamp.optional(),
  secondsLeft: z.number().int().min(0).optional(),
  /** Why an anonymous caller has no access. */
  reason: z.enum(accessReasons).optional(),
});
/** See {@link sessionState}. */
export type SessionState = z.infer<typeof sessionState>;

/** Names, languages and engines of this installation. */
export const getConfig = defineRoute('GET /api/config', {
  summary: 'Names, languages and engines of this installation',
  access: access.everyone,
  response: publicConfig,
});

/** Who the caller is. */
export const getSession = defineRoute('GET /api/session', {
  summary: 'Who the caller is',
  access: access.everyone,
  response: sessionState,
});

/** The API itself, described by OpenAPI 3.1. */
export const getApiDescription = defineRoute('GET /api/openapi.json', {
  summary: 'The API itself, described by OpenAPI 3.1',
  access: access.everyone,
  response: z.looseObject({ openapi: z.string() }),
});

/** Answers a proxy that asks for a certificate of a domain: 200 allows it, any other status refuses it. */
export const isDomainAllowed = defineRoute('GET /api/domains/allowed', {
  summary: 'Whether the domain is the own one or that of the active deployment',
  access: access.everyone,
  query: z.strictObject({ domain: z.string().max(253) }),
  response: z.object({ allowed: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
