/*
 * The changes of a session; each is atomic and uses the clock of Redis.
 * KEYS of all: family, account-sessions, session-tokens [, refresh token, access token].
 */
const shared = `
local family, account, tokens = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function finish(sessionId)
  for _, key in ipairs(redis.call('ZRANGE', tokens, 0, -1)) do redis.call('DEL', key) end
  redis.call('DEL', family, tokens)
  redis.call('ZREM', account, sessionId)
end
`;

/** Stores new tokens of a session. ARGV: session, role, access ms, idle ms. Answers their ends. */
const issue = `
local function issue()
  local f = redis.call('HMGET', family,
    'accountId', 'username', 'generation', 'endsAt', 'confirmedAt')
  local endsAt = tonumber(f[4])
  local accessEnds = math.min(now + tonumber(ARGV[3]), endsAt)
  local idleEnds = math.min(now + tonumber(ARGV[4]), endsAt)
  local record = cjson.encode({
    accountId = f[1], username = f[2], role = ARGV[2], sessionId = ARGV[1],
    expiresAt = accessEnds, confirmedAt = tonumber(f[5] or '')
  })
  redis.call('SET', KEYS[4], f[1] .. ':' .. ARGV[1] .. ':' .. f[3], 'PXAT', endsAt)
  redis.call('SET', KEYS[5], record, 'PXAT', accessEnds)
  redis.call('ZREMRANGEBYSCORE', tokens, '-inf', now)
  redis.call('ZADD', tokens, accessEnds, KEYS[5])
  redis.call('PEXPIREAT', tokens, endsAt)
  redis.call('PEXPIREAT', family, idleEnds)
  return { accessEnds, idleEnds }
end
`;

/** ARGV: those of {@link issue}, total ms, names and values of fields. */
export const createSessionScript = `${shared}${issue}
local endsAt = now + tonumber(ARGV[5])
redis.call('HSET', family, 'generation', 1, 'rotatedAt', now, 'endsAt', endsAt, 'startedAt', now,
  'confirmedAt', now, unpack(ARGV, 6))
redis.call('ZREMRANGEBYSCORE', account, '-inf', now)
redis.call('ZADD', account, endsAt, ARGV[1])
redis.call('PEXPIREAT', account, endsAt, 'NX')
redis.call('PEXPIREAT', account, endsAt, 'GT')
return issue()
`;

/**
 * ARGV: those of {@link issue}, grace ms, generation of the presented token, credential version of today.
 * The current generation is replaced by a new one, and its access tokens end with the grace period. The
 * one just replaced gets, for the grace period and while its successor is unused, a sibling of that
 * successor. Anything older is reuse, which ends the session. So does a change of credentials that has not
 * ended it yet. It also runs when Redis is full, so that people stay signed in.
 */
export const rotateTokensScript = `#!lua flags=allow-oom${shared}${issue}
local graceMs, shown = tonumber(ARGV[5]), tonumber(ARGV[6])
local f = redis.call('HMGET', family, 'generation', 'rotatedAt', 'version')
if not f[1] then return 'unknown' end
local generation = tonumber(f[1])
if shown ~= generation and (shown ~= generation - 1 or now - tonumber(f[2]) > graceMs) then
  finish(ARGV[1])
  return 'reused'
end
if f[3] ~= ARGV[7] then
  finish(ARGV[1])
  return 'unknown'
end
if shown == generation then
  redis.call('HSET', family, 'generation', generation + 1, 'rotatedAt', now)
  local graceEnds = now + graceMs
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', tokens, graceEnds, '+inf')) do
    redis.call('PEXPIREAT', key, graceEnds)
    redis.call('ZADD', tokens, graceEnds, key)
  end
end
return issue()
`;

/**
 * ARGV: session, credential version or ''. Ends the session; with a version only if it was opened
 * with older credentials. Returns 1 if the session existed.
 */
export const revokeSessionScript = `${shared}
local version = redis.call('HGET', family, 'version')
if ARGV[2] ~= '' and version and tonumber(version) >= tonumber(ARGV[2]) then return 0 end
local existed = redis.call('EXISTS', family, tokens)
finish(ARGV[1])
return math.min(existed, 1)
`;

/** Notes that the password or a second factor was given now. Returns 1 if the session exists. */
export const confirmSessionScript = `${shared}
if redis.call('EXISTS', family) == 0 then return 0 end
redis.call('HSET', family, 'confirmedAt', now)
for _, key in ipairs(redis.call('ZRANGE', tokens, 0, -1)) do
  local record = redis.call('GET', key)
  if record then
    local session = cjson.decode(record)
    session.confirmedAt = now
    redis.call('SET', key, cjson.encode(session), 'KEEPTTL')
  end
end
return 1
`;
