import { cookieNames } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { tokenOf } from './token.js';

const REFRESH_PATH = '/api/admin';
/** Browsers keep no cookie longer; a yearly plan must outlast it. */
const PASS_DAYS = 400;

/** The values of our cookies that a request carries. */
export interface OurCookies {
  readonly refresh: string | undefined;
  readonly pass: string | undefined;
}

/** Our cookies: named with the prefixes that browsers protect wherever we are served over https. */
@Injectable()
export class Cookies {
  private readonly isSecure: boolean;
  private readonly refreshName: string;
  private readonly passName: string;

  constructor(@Inject(GATEWAY_CONFIG) { PUBLIC_ORIGIN }: GatewayConfig) {
    this.isSecure = PUBLIC_ORIGIN?.startsWith('https:') ?? false;
    this.refreshName = `${this.isSecure ? '__Secure-' : ''}${cookieNames.refresh}`;
    this.passName = `${this.isSecure ? '__Host-' : ''}${cookieNames.pass}`;
  }

  read(header: string | undefined): OurCookies {
    if (header === undefined) return { refresh: undefined, pass: undefined };
    const cookies = parseCookie(header);
    return {
      refresh: tokenOf(cookies[this.refreshName]),
      pass: tokenOf(cookies[this.passName]),
    };
  }

  setRefresh(reply: FastifyReply, token: string, expires: Date): void {
    const maxAge = Math.max(0, Math.floor((expires.getTime() - Date.now()) / 1_000));
    this.write(reply, token, maxAge, expires);
  }

  clearRefresh(reply: FastifyReply): void {
    this.write(reply, '', 0, new Date(0));
  }

  /** Lax: a buyer comes back from the payment page of another site. */
  setPass(reply: FastifyReply, token: string): void {
    const cookie = stringifySetCookie({
      name: this.passName,
      value: token,
      maxAge: PASS_DAYS * 86_400,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.isSecure,
    });
    reply.header('set-cookie', cookie);
  }

  private write(reply: FastifyReply, value: string, maxAge: number, expires: Date): void {
    const cookie = stringifySetCookie({
      name: this.refreshName,
      value,
      maxAge,
      expires,
      path: REFRESH_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isSecure,
    });
    reply.header('set-cookie', cookie);
  }
}
