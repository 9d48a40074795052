import { z } from 'zod';
import { MAX_PASSWORD_LENGTH } from '../constants/limits.js';
import { typedText } from '../text-fields.js';

/** By what a person can prove who they are; `code` is one of the authenticator app, or a recovery code. */
export const proofKind = z.enum(['password', 'code', 'passkey']);

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}),
};

/** What a browser answers when a passkey is created (RegistrationResponseJSON of WebAuthn). */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: base64url.optional(),
    transports: z.array(z.string().max(50)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: base64url.optional(),
  }),
});

/** What a browser answers when a passkey is used (AuthenticationResponseJSON of WebAuthn). */
export const usedPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** The options of WebAuthn, which a browser gets as they are. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
/** See {@link passkeyOptions}. */
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

const password = z.strictObject({ password: z.string().min(1).max(MAX_PASSWORD_LENGTH) });

/** Of an authenticator app (six digits), or a recovery code. */
export const factorCode = typedText().min(6).max(60);

/** A second factor. */
export const factorProof = z.union([
  z.strictObject({ code: factorCode }),
  z.strictObject({ passkey: usedPasskey }),
]);
/** See {@link factorProof}. */
export type FactorProof = z.infer<typeof factorProof>;

/** A second factor or, where there is none, the password. */
export const proof = z.union([password, ...factorProof.options]);
/** See {@link proof}. */
export type Proof = z.infer<typeof proof>;
