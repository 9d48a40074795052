import { LRUCache } from 'lru-cache';
import { subject as subjectSchema, toSentSubject, type Subject } from '@ctdb/contracts';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ALGORITHM = 'HS256';
const ISSUER = 'gateway';
const LIFETIME_SECONDS = 60;
const CLOCK_TOLERANCE_SECONDS = 5;
/** A token is used again for this long, so that the last message with it still has time. */
const TOKEN_REUSE_MS = 20_000;
const MAX_CACHED_TOKENS = 5_000;

const claims = z.object({ subject: subjectSchema, exp: z.number() });

interface Signed {
  token: string;
  reusableUntil: number;
}

interface Verified {
  subject: Subject;
  /** Milliseconds since the epoch. */
  expires: number;
}

/**
 * The service token: a JWT (HS256, pinned) that carries the subject of a call to one service for
 * 60 s. Services refuse calls without a valid one, so that access to the broker is not enough to act
 * for a user. Both directions are cached.
 */
export class ServiceTokens {
  private readonly key: Uint8Array;
  private readonly signed = new LRUCache<string, Signed>({ max: MAX_CACHED_TOKENS });
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_CACHED_TOKENS });

  constructor(secret: string) {
    this.key = new TextEncoder().encode(secret);
  }

  /** A token for `service` that says who `subject` is; valid for 40 to 60 s. */
  sign(subject: Subject, service: string): string | Promise<string> {
    const cacheKey = `${service} ${JSON.stringify(subject)}`;
    const known = this.signed.get(cacheKey);
    if (known && known.reusableUntil > Date.now()) return known.token;
    return this.signNew(subject, service, cacheKey);
  }

  /** The subject of a token for `service`; `undefined` when the token is not valid (any more). */
  verify(token: string, service: string): Subject | undefined | Promise<Subject | undefined> {
    const cacheKey = `${service} ${token}`;
    const known = this.verified.get(cacheKey);
    if (!known) return this.verifyNew(token, service, cacheKey);
    if (known.expires > Date.now()) return known.subject;
    this.verified.delete(cacheKey);
    return undefined;
  }

  private async signNew(subject: Subject, service: string, cacheKey: string): Promise<string> {
    const now = Date.now();
    const seconds = Math.floor(now / 1_000);
    const token = await new SignJWT({ subject: toSentSubject(subject) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setAudience(service)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(this.key);
    this.signed.set(cacheKey, { token, reusableUntil: now + TOKEN_REUSE_MS });
    return token;
  }

  private async verifyNew(
    token: string,
    service: string,
    cacheKey: string,
  ): Promise<Subject | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: service,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'iat'],
      });
      const { subject, exp } = claims.parse(payload);
      const expires = (exp + CLOCK_TOLERANCE_SECONDS) * 1_000;
      this.verified.set(cacheKey, { subject, expires });
      return subject;
    } catch {
      // Whatever is wrong with it, it is not valid; the caller logs the refusal.
      return undefined;
    }
  }
}
