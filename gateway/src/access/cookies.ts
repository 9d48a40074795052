import { cookieNames } from '@ctdb/contracts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** Our tokens have 43 characters; a much longer text is none of them. */
const MAX_TOKEN_LENGTH = 200;

/** `text` if it could be one of our tokens, else `undefined`. */
export const parseToken = (text: string | undefined): string | undefined =>
  text !== undefined && text !== '' && text.length <= MAX_TOKEN_LENGTH ? text : undefined;

/** The token of an `Authorization: Bearer` header if it could be ours. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  parseToken(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]);

const REFRESH_PATH = '/api/admin';
const UPLOADS_PATH = '/uploads';
/** Browsers store no cookie longer; a yearly plan must not outlast it. */
const PASS_COOKIE_SECONDS = 400 * 86_400;

/** The values of our cookies that a request carries. */
export interface RequestCookies {
  readonly refresh: string | undefined;
  readonly pass: string | undefined;
  /** An administrator's token, as images of a page send it. */
  readonly uploads: string | undefined;
}

/** Our cookies; their names have the prefixes that browsers protect if the site is served over https. */
@Injectable()
export class Cookies {
  private readonly isSecure: boolean;
  private readonly names: { refresh: string; uploads: string; pass: string };

  constructor(@Inject(GATEWAY_CONFIG) { PUBLIC_ORIGIN }: GatewayConfig) {
    this.isSecure = PUBLIC_ORIGIN?.startsWith('https:') ?? false;
    this.names = {
      refresh: `${this.isSecure ? '__Secure-' : ''}${cookieNames.refresh}`,
      uploads: `${this.isSecure ? '__Secure-' : ''}${cookieNames.uploads}`,
      pass: `${this.isSecure ? '__Host-' : ''}${cookieNames.pass}`,
    };
  }

  read({ cookies }: Pick<FastifyRequest, 'cookies'>): RequestCookies {
    return {
      refresh: parseToken(cookies[this.names.refresh]),
      pass: parseToken(cookies[this.names.pass]),
      uploads: parseToken(cookies[this.names.uploads]),
    };
  }

  setRefresh(reply: FastifyReply, token: string, expires: Date): void {
    this.set(reply, this.names.refresh, token, { path: REFRESH_PATH, ...lifetime(expires) });
  }

  /** For `<img>`, which sends no header of ours. */
  setUploads(reply: FastifyReply, token: string, expires: Date): void {
    this.set(reply, this.names.uploads, token, { path: UPLOADS_PATH, ...lifetime(expires) });
  }

  clearSession(reply: FastifyReply): void {
    const past = new Date(0);
    this.setRefresh(reply, '', past);
    this.setUploads(reply, '', past);
  }

  /** Lax, because a buyer returns from the payment page of another site. */
  setPass(reply: FastifyReply, token: string): void {
    const options = { path: '/', maxAge: PASS_COOKIE_SECONDS, sameSite: 'lax' } as const;
    this.set(reply, this.names.pass, token, options);
  }

  private set(
    reply: FastifyReply,
    name: string,
    value: string,
    options: CookieSerializeOptions,
  ): void {
    const secure = this.isSecure;
    reply.setCookie(name, value, { httpOnly: true, sameSite: 'strict', secure, ...options });
  }
}

const lifetime = (expires: Date) => ({
  expires,
  maxAge: Math.max(0, Math.floor((expires.getTime() - Date.now()) / 1_000)),
});
