/*
 * KEYS of both: known, then the counters, which are hashes { tries, until }; the caller's own first.
 * An attempt is counted before the password is checked, so that parallel attempts count too.
 */

/**
 * ARGV: the rules of the counters as JSON; `shared` ones do not count a known caller. Answers { ms to
 * wait } or, when the try may go on, 0 and a mark for each counter: the moment until which this try
 * closed it, 0 where it did not, -1 where not counted. Few tries are forgotten sooner than many, so
 * that a try from each of many networks does not fill the memory.
 */
export const countAttemptScript = `
local rules = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('EXISTS', KEYS[1]) == 1
local wait = 0
for i, rule in ipairs(rules) do
  if not (known and rule.shared) then
    wait = math.max(wait, tonumber(redis.call('HGET', KEYS[i + 1], 'until') or '0') - now)
  end
end
if wait > 0 then return { wait } end
local answer = { 0 }
for i, rule in ipairs(rules) do
  local key, mark = KEYS[i + 1], -1
  if not (known and rule.shared) then
    local tries = redis.call('HINCRBY', key, 'tries', 1)
    local step = tries - rule.freeAttempts + 1
    mark = 0
    if step >= 1 then
      mark = now + math.min(rule.initialDelayMs * 2 ^ (step - 1), rule.maxDelayMs)
      redis.call('HSET', key, 'until', mark)
    end
    local keep = math.floor(rule.ttlMs * math.min(tries / 5, 1))
    if keep > redis.call('PTTL', key) then redis.call('PEXPIRE', key, keep) end
  end
  answer[i + 1] = mark
end
return answer
`;

/**
 * ARGV: 1 if the password was right, ms for which the caller stays known, the marks. Undoes the count
 * of an attempt; a correct password also clears the failures of the caller's own counter.
 */
export const releaseAttemptScript = `
for i = 2, #KEYS do
  local key, mark = KEYS[i], tonumber(ARGV[i + 1])
  if mark >= 0 and redis.call('EXISTS', key) == 1 then
    if redis.call('HINCRBY', key, 'tries', -1) <= 0 then
      redis.call('DEL', key)
    elseif mark > 0 and tonumber(redis.call('HGET', key, 'until')) == mark then
      redis.call('HDEL', key, 'until')
    end
  end
end
if ARGV[1] == '1' then
  redis.call('DEL', KEYS[2])
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[2])
end
return 1
`;

/**
 * Makes a browser known to an account. KEYS: its former token, its new one. ARGV: account, ms for
 * which it stays known.
 */
export const rememberBrowserScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('RENAME', KEYS[1], KEYS[2]) end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1
`;
