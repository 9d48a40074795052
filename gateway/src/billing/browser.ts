import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Cookies } from '../access/cookies.js';

/** The browser's own token: what it orders with, and what it holds what it has paid for with. */
@Injectable()
export class Browser {
  constructor(private readonly cookies: Cookies) {}

  /** SHA-256 of the browser's token, in hex; a browser without one gets one. */
  holderOf(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.cookies.read(request).pass;
    const token = known ?? randomBytes(32).toString('base64url');
    // Again, so that it outlasts what is bought now.
    this.cookies.setPass(reply, token);
    return hash('sha256', token, 'hex');
  }
}
