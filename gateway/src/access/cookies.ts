import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { CHASSIS_CONFIG, type SignerConfig } from '@ctdb/chassis';
import { type AccessReason, cookieNames } from '@ctdb/contracts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { isHttps } from '../http/same-origin.js';

/** Our tokens have 43 characters; a much longer text is none of them. */
const MAX_TOKEN_LENGTH = 200;

/** `text` if it could be one of our tokens, else `undefined`. */
export const parseToken = (text: string | undefined): string | undefined =>
  text !== undefined && text !== '' && text.length <= MAX_TOKEN_LENGTH ? text : undefined;

/** The token of an `Authorization: Bearer` header if it could be ours. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  parseToken(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]);

/** SHA-256 of a token in hex, as Redis and billing know it. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

const KEY_BYTES = 32;
const ADMIN_PATH = '/api/admin';
const UPLOADS_PATH = '/uploads';
/** Browsers store no cookie longer; a yearly plan must not outlast it. */
const PASS_COOKIE_SECONDS = 400 * 86_400;
/** As long as billing remembers the browser. */
const BROWSER_COOKIE_SECONDS = 30 * 86_400;

const { refresh, browser, uploads, pass, ended } = cookieNames;
/** Browsers accept the prefixes over https only, and `__Host-` not from another host. */
const secureNames = {
  refresh: `__Secure-${refresh}`,
  browser: `__Secure-${browser}`,
  uploads: `__Secure-${uploads}`,
  pass: `__Host-${pass}`,
  ended: `__Host-${ended}`,
};
type Name = keyof typeof secureNames;

type CookieRequest = Pick<FastifyRequest, 'cookies' | 'protocol'>;

/** Our cookies; over https they are `Secure`, and their names have the prefixes that browsers protect. */
@Injectable()
export class Cookies {
  private readonly publicOrigin: string | undefined;
  private readonly key: Buffer;

  constructor(
    @Inject(GATEWAY_CONFIG) { PUBLIC_ORIGIN }: GatewayConfig,
    @Inject(CHASSIS_CONFIG) { SERVICE_TOKEN_PRIVATE_KEY }: SignerConfig,
  ) {
    this.publicOrigin = PUBLIC_ORIGIN;
    this.key = Buffer.from(
      hkdfSync('sha256', SERVICE_TOKEN_PRIVATE_KEY.d, '', 'cookies', KEY_BYTES),
    );
  }

  /** The tokens in the cookies of a request. */
  read(request: CookieRequest) {
    const own = this.get(request, 'pass');
    // Where https is known by the requests alone, passes may have come before it.
    const isAssumed = !this.publicOrigin?.startsWith('https:');
    return {
      refresh: this.get(request, 'refresh'),
      browser: this.get(request, 'browser'),
      pass: own ?? (isAssumed ? parseToken(request.cookies[pass]) : undefined),
    };
  }

  /** Hash of the session's token by the cookie of images; `undefined` if it is not ours. */
  readUploads(request: CookieRequest): string | undefined {
    const [sessionHash = '', mac = '', ...rest] = this.get(request, 'uploads')?.split('.') ?? [];
    const expected = Buffer.from(this.signUploads(sessionHash));
    const given = Buffer.from(mac);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && rest.length === 0 ? sessionHash : undefined;
  }

  /** A keyed hash of `text`, the same at every gateway. */
  sign(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }

  setRefresh(reply: FastifyReply, token: string, expires: Date): void {
    this.set(reply, 'refresh', token, { path: ADMIN_PATH, ...lifetime(expires) });
  }

  setBrowser(reply: FastifyReply, token: string): void {
    this.set(reply, 'browser', token, { path: ADMIN_PATH, maxAge: BROWSER_COOKIE_SECONDS });
  }

  /**
   * For `<img>`, which sends no header of ours. It names the session by the hash of its token, which
   * opens nothing else.
   */
  setUploads(reply: FastifyReply, token: string, expires: Date): void {
    const sessionHash = hashToken(token);
    const value = token && `${sessionHash}.${this.signUploads(sessionHash)}`;
    this.set(reply, 'uploads', value, { path: UPLOADS_PATH, ...lifetime(expires) });
  }

  /** Ends the session in the browser, with what it has stored. */
  clearSession(reply: FastifyReply): void {
    clearCache(reply);
    const past = new Date(0);
    this.setRefresh(reply, '', past);
    this.setUploads(reply, '', past);
  }

  /** Lax, because a buyer returns from the payment page of another site. */
  setPass(reply: FastifyReply, token: string): void {
    const options = { path: '/', maxAge: PASS_COOKIE_SECONDS, sameSite: 'lax' } as const;
    this.set(reply, 'pass', token, options);
    if (this.get(reply.request, 'ended')) this.set(reply, 'ended', '', { path: '/', maxAge: 0 });
  }

  /** Empties the browser's cache after the end of its pass; once, as later visits are not of a pass. */
  clearEndedPass(reply: FastifyReply, reason: AccessReason): void {
    if (reason === 'none' || this.get(reply.request, 'ended')) return;
    clearCache(reply);
    this.set(reply, 'ended', '1', { path: '/', sameSite: 'lax' });
  }

  /** The browser's cache holds what the pass has shown. */
  clearPass(reply: FastifyReply): void {
    const options = { path: '/', maxAge: 0, sameSite: 'lax' } as const;
    this.set(reply, 'pass', '', options);
    // The pass may have come before https; `read` accepts it still.
    if (isHttps(reply.request, this.publicOrigin))
      reply.setCookie(pass, '', { ...options, httpOnly: true, secure: true });
    clearCache(reply);
  }

  private signUploads(sessionHash: string): string {
    return this.sign(`uploads:${sessionHash}`);
  }

  private get(request: CookieRequest, name: Name): string | undefined {
    const names = isHttps(request, this.publicOrigin) ? secureNames : cookieNames;
    return parseToken(request.cookies[names[name]]);
  }

  private set(reply: FastifyReply, name: Name, value: string, options: CookieSerializeOptions) {
    const secure = isHttps(reply.request, this.publicOrigin);
    const names = secure ? secureNames : cookieNames;
    reply.setCookie(names[name], value, {
      httpOnly: true,
      sameSite: 'strict',
      secure,
      ...options,
    });
  }
}

const clearCache = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"');

const lifetime = (expires: Date) => ({
  expires,
  maxAge: Math.max(0, Math.floor((expires.getTime() - Date.now()) / 1_000)),
});
