import { REDIS } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { hashToken } from '../users/tokens.js';

const TTL_MS = 5 * 60_000;
const MAX_TRIES = 5;

/** KEYS: challenge. ARGV: most tries. Counts a try; answers the value until there were too many. */
const tryScript = `
local value = redis.call('HGET', KEYS[1], 'value')
if not value then return false end
if redis.call('HINCRBY', KEYS[1], 'tries', 1) > tonumber(ARGV[1]) then
  redis.call('DEL', KEYS[1])
  return false
end
return value
`;

/** What was asked of a person, who has to answer it within five minutes and five tries. */
const challenge = z.object({
  accountId: z.string(),
  /** Of a sign-in: that of the password which was right. */
  credentialVersion: z.number().optional(),
  /** Of a sign-in: hash of the token of the browser in which it began. */
  browser: z.string().optional(),
  /** The challenge of WebAuthn. */
  passkey: z.string().optional(),
  /** The secret of an authenticator app that is not added yet. */
  totp: z.string().optional(),
});
/** See {@link challenge}. */
export type Challenge = z.infer<typeof challenge>;

/** Redis keys of challenges. That of a sign-in has the hash of its token. */
export const challengeKeys = {
  signIn: (token: string) => `challenge:sign-in:${hashToken(token)}`,
  confirmation: (sessionId: string) => `challenge:confirmation:${sessionId}`,
  newTotp: (sessionId: string) => `challenge:new-totp:${sessionId}`,
  newPasskey: (sessionId: string) => `challenge:new-passkey:${sessionId}`,
};

export const challengeEnded = () => new DomainError('CHALLENGE_ENDED');

/** Remembers in Redis what persons were asked. */
@Injectable()
export class ChallengesService {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Replaces what was asked under this key before. */
  async ask(key: string, value: Challenge): Promise<void> {
    await this.redis
      .multi()
      .del(key)
      .hset(key, 'value', JSON.stringify(value))
      .pexpire(key, TTL_MS)
      .exec();
  }

  /** What was asked; counts as a try. Throws `CHALLENGE_ENDED`. */
  async try(key: string): Promise<Challenge> {
    const value = await this.redis.eval(tryScript, 1, key, MAX_TRIES);
    if (typeof value !== 'string') throw challengeEnded();
    return challenge.parse(JSON.parse(value));
  }

  /** Ends what was asked. Throws `CHALLENGE_ENDED` if it has ended already. */
  async end(key: string): Promise<void> {
    if ((await this.redis.del(key)) === 0) throw challengeEnded();
  }
}
