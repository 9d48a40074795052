import { cookieNames } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { tokenOf } from './token.js';

const REFRESH_PATH = '/api/admin';
const UPLOADS_PATH = '/uploads';
/** Browsers keep no cookie longer; a yearly plan must outlast it. */
const PASS_DAYS = 400;

/** The values of our cookies that a request carries. */
export interface OurCookies {
  readonly refresh: string | undefined;
  readonly pass: string | undefined;
  /** An administrator's token, as images of a page carry it. */
  readonly uploads: string | undefined;
}

/** Our cookies: named with the prefixes that browsers protect wherever we are served over https. */
@Injectable()
export class Cookies {
  private readonly isSecure: boolean;
  private readonly refreshName: string;
  private readonly passName: string;
  private readonly uploadsName: string;

  constructor(@Inject(GATEWAY_CONFIG) { PUBLIC_ORIGIN }: GatewayConfig) {
    this.isSecure = PUBLIC_ORIGIN?.startsWith('https:') ?? false;
    this.refreshName = `${this.isSecure ? '__Secure-' : ''}${cookieNames.refresh}`;
    this.uploadsName = `${this.isSecure ? '__Secure-' : ''}${cookieNames.uploads}`;
    this.passName = `${this.isSecure ? '__Host-' : ''}${cookieNames.pass}`;
  }

  read(header: string | undefined): OurCookies {
    if (header === undefined) return { refresh: undefined, pass: undefined, uploads: undefined };
    const cookies = parseCookie(header);
    return {
      refresh: tokenOf(cookies[this.refreshName]),
      pass: tokenOf(cookies[this.passName]),
      uploads: tokenOf(cookies[this.uploadsName]),
    };
  }

  setRefresh(reply: FastifyReply, token: string, expires: Date): void {
    this.writeForAdmin(reply, this.refresh, token, expires);
  }

  clearRefresh(reply: FastifyReply): void {
    this.writeForAdmin(reply, this.refresh, '', new Date(0));
  }

  /** For `<img>`, which sends no header of ours. */
  setUploads(reply: FastifyReply, token: string, expires: Date): void {
    this.writeForAdmin(reply, this.uploads, token, expires);
  }

  clearUploads(reply: FastifyReply): void {
    this.writeForAdmin(reply, this.uploads, '', new Date(0));
  }

  private get refresh() {
    return { name: this.refreshName, path: REFRESH_PATH };
  }

  private get uploads() {
    return { name: this.uploadsName, path: UPLOADS_PATH };
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

  private writeForAdmin(
    reply: FastifyReply,
    place: { name: string; path: string },
    value: string,
    expires: Date,
  ): void {
    const maxAge = Math.max(0, Math.floor((expires.getTime() - Date.now()) / 1_000));
    const cookie = stringifySetCookie({
      ...place,
      value,
      maxAge,
      expires,
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isSecure,
    });
    reply.header('set-cookie', cookie);
  }
}
