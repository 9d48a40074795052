import { Secret, TOTP } from 'otpauth';

/** Clocks of phones are wrong by less than one step of 30 seconds. */
const WINDOW = 1;

/** A new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address of a QR code by which authenticator apps take the secret. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ secret, issuer, label }).toString();

/** The time step whose code `typed` is; `undefined` for a wrong code. */
export const findTotpStep = (secret: string, typed: string, now: number): number | undefined => {
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token: typed, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
};
