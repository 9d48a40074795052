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

local function issue(sessionId, accountId, username, role, generation, endsAt, accessMs, idleMs)
  local accessEnds = math.min(now + accessMs, endsAt)
  local idleEnds = math.min(now + idleMs, endsAt)
  local record = cjson.encode({
    accountId = accountId, username = username, role = role, sessionId = sessionId,
    expiresAt = accessEnds, confirmedAt = tonumber(redis.call('HGET', family, 'confirmedAt') or '')
  })
  local pointer = accountId .. ':' .. sessionId .. ':' .. generation
  redis.call('SET', KEYS[4], pointer, 'PXAT', endsAt)
  redis.call('SET', KEYS[5], record, 'PXAT', accessEnds)
  redis.call('ZREMRANGEBYSCORE', tokens, '-inf', now)
  redis.call('ZADD', tokens, accessEnds, KEYS[5])
  redis.call('PEXPIREAT', tokens, endsAt)
  redis.call('PEXPIREAT', family, idleEnds)
  return { accessEnds, idleEnds }
end
`;

/**
 * ARGV: session, account, username, credential version, access ms, idle ms, total ms, role, network,
 * browser, system.
 */
export const createSessionScript = `${shared}
local sessionId, accountId, username = ARGV[1], ARGV[2], ARGV[3]
local endsAt = now + tonumber(ARGV[7])
redis.call('HSET', family, 'accountId', accountId, 'username', username,
  'version', ARGV[4], 'generation', 1, 'rotatedAt', now, 'endsAt', endsAt, 'startedAt', now,
  'confirmedAt', now,
  'network', ARGV[9], 'browser', ARGV[10], 'system', ARGV[11])
redis.call('ZREMRANGEBYSCORE', account, '-inf', now)
redis.call('ZADD', account, endsAt, sessionId)
redis.call('PEXPIREAT', account, endsAt, 'NX')
redis.call('PEXPIREAT', account, endsAt, 'GT')
return issue(sessionId, accountId, username, ARGV[8], 1, endsAt, tonumber(ARGV[5]),
  tonumber(ARGV[6]))
`;

/**
 * ARGV: session, generation of the presented token, access ms, idle ms, grace ms, role.
 * The current generation is replaced by a new one, and its access tokens end with the grace period. The
 * one just replaced gets, for the grace period and while its successor is unused, a sibling of that
 * successor. Anything older is reuse, which ends the session. A full Redis runs it: who is signed in goes on reading.
 */
export const rotateTokensScript = `#!lua flags=allow-oom${shared}
local sessionId, shown = ARGV[1], tonumber(ARGV[2])
local f = redis.call('HMGET', family,
  'accountId', 'username', 'version', 'generation', 'rotatedAt', 'endsAt')
if not f[1] then return { 'unknown' } end
local generation = tonumber(f[4])
if shown == generation then
  generation = generation + 1
  redis.call('HSET', family, 'generation', generation, 'rotatedAt', now)
  local graceEnds = now + tonumber(ARGV[5])
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', tokens, graceEnds, '+inf')) do
    redis.call('PEXPIREAT', key, graceEnds)
    redis.call('ZADD', tokens, graceEnds, key)
  end
elseif shown ~= generation - 1 or now - tonumber(f[5]) > tonumber(ARGV[5]) then
  finish(sessionId)
  return { 'reused' }
end
local ends = issue(sessionId, f[1], f[2], ARGV[6], generation, tonumber(f[6]),
  tonumber(ARGV[3]), tonumber(ARGV[4]))
return { 'rotated', f[2], tonumber(f[3]), ends[1], ends[2] }
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
