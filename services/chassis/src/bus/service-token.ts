import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { subject as subjectSchema, toSentSubject, type Subject } from '@ctdb/contracts';
import { createLocalJWKSet, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose';
import { z } from 'zod';
import { CHASSIS_CONFIG } from '../chassis.options.js';
import type { ChassisConfig } from '../config/chassis-env.js';

const ALGORITHM = 'EdDSA';
const ISSUER = 'gateway';
const LIFETIME_SECONDS = 60;
const CLOCK_TOLERANCE_SECONDS = 5;
/** A token is used again for this long, so that the last message with it still has time. */
const TOKEN_REUSE_MS = 20_000;
/** Entries expire by the clock that the tokens name. */
const cacheOptions = { max: 5_000, ttlResolution: 0, perf: { now: () => Date.now() } } as const;

const claims = z.object({ subject: subjectSchema, exp: z.number() });

interface Signer {
  header: JWTHeaderParameters;
  key: KeyObject;
}

type Keys = Pick<ChassisConfig, 'SERVICE_TOKEN_PUBLIC_KEYS' | 'SERVICE_TOKEN_PRIVATE_KEY'>;

/**
 * The service token: a JWT (Ed25519, pinned, with the key's id) that carries the subject of a call to
 * one service for 60 s. Only the gateway signs; services have the public keys. They refuse calls
 * without a valid token, so that access to the broker is not enough to act for a user. Both directions
 * are cached.
 */
@Injectable()
export class ServiceTokens {
  private readonly signer: Signer | undefined;
  private readonly findPublicKey: ReturnType<typeof createLocalJWKSet>;
  private readonly signed = new LRUCache<string, string>({ ...cacheOptions, ttl: TOKEN_REUSE_MS });
  /** Each until its token expires. */
  private readonly verified = new LRUCache<string, Subject>(cacheOptions);

  constructor(@Inject(CHASSIS_CONFIG) keys: Keys) {
    this.findPublicKey = createLocalJWKSet(keys.SERVICE_TOKEN_PUBLIC_KEYS);
    const key = keys.SERVICE_TOKEN_PRIVATE_KEY;
    this.signer = key && {
      header: { alg: ALGORITHM, kid: key.kid },
      key: createPrivateKey({ key, format: 'jwk' }),
    };
  }

  /** A token for `service` that says who `subject` is; valid for 40 to 60 s. Empty without a key. */
  sign(subject: Subject, service: string): string | Promise<string> {
    if (!this.signer) return '';
    const cacheKey = `${service} ${JSON.stringify(subject)}`;
    return this.signed.get(cacheKey) ?? this.signNew(subject, service, cacheKey, this.signer);
  }

  /** The subject of a token for `service`; `undefined` when the token is not valid (any more). */
  verify(token: string, service: string): Subject | undefined | Promise<Subject | undefined> {
    const cacheKey = `${service} ${token}`;
    return this.verified.get(cacheKey) ?? this.verifyNew(token, service, cacheKey);
  }

  private async signNew(
    subject: Subject,
    service: string,
    cacheKey: string,
    { header, key }: Signer,
  ): Promise<string> {
    const seconds = Math.floor(Date.now() / 1_000);
    const token = await new SignJWT({ subject: toSentSubject(subject) })
      .setProtectedHeader(header)
      .setIssuer(ISSUER)
      .setAudience(service)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(key);
    this.signed.set(cacheKey, token);
    return token;
  }

  private async verifyNew(token: string, service: string, cacheKey: string) {
    try {
      const { payload } = await jwtVerify(token, this.findPublicKey, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: service,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'iat'],
      });
      const { subject, exp } = claims.parse(payload);
      const ttl = (exp + CLOCK_TOLERANCE_SECONDS) * 1_000 - Date.now();
      // With 0 it would never expire.
      this.verified.set(cacheKey, subject, { ttl: Math.max(1, ttl) });
      return subject;
    } catch {
      // Whatever is wrong with it, it is not valid; the caller logs the refusal.
      return undefined;
    }
  }
}
