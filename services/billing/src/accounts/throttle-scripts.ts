/*
 * KEYS of both: pair, address, account, known. The first three are hashes { tries, until }.
 * An attempt is counted before the password is checked, so that parallel attempts count too.
 */

/**
 * ARGV: rules as JSON, 1 for a known browser, whose pair alone counts. Answers { ms to wait } or, when the try may go on, { 0, mark, mark, mark }:
 * the moment until which this try closed each counter, 0 where it did not, -1 where not counted.
 */
export const countAttemptScript = `
local rules = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local counters = redis.call('EXISTS', KEYS[4]) == 1 and 2 or 3
if ARGV[2] == '1' then counters = 1 end
local wait = 0
for i = 1, counters do
  wait = math.max(wait, tonumber(redis.call('HGET', KEYS[i], 'until') or '0') - now)
end
if wait > 0 then return { wait } end
local answer = { 0, -1, -1, -1 }
for i = 1, counters do
  local rule = rules[i]
  local tries = redis.call('HINCRBY', KEYS[i], 'tries', 1)
  local step = tries - rule.free + 1
  local mark = 0
  if step >= 1 then
    mark = now + rule.delays[math.min(step, #rule.delays)]
    redis.call('HSET', KEYS[i], 'until', mark)
  end
  if step >= 1 or tries == 1 then redis.call('PEXPIRE', KEYS[i], rule.forgetMs) end
  answer[i + 1] = mark
end
return answer
`;

/**
 * ARGV: 1 if the password was right, ms for which the address stays known, the three marks.
 * Undoes the count of an attempt; a correct password also clears the pair's failures.
 */
export const releaseAttemptScript = `
for i = 1, 3 do
  local mark = tonumber(ARGV[i + 2])
  if mark >= 0 and redis.call('EXISTS', KEYS[i]) == 1 then
    if redis.call('HINCRBY', KEYS[i], 'tries', -1) <= 0 then
      redis.call('DEL', KEYS[i])
    elseif mark > 0 and tonumber(redis.call('HGET', KEYS[i], 'until')) == mark then
      redis.call('HDEL', KEYS[i], 'until')
    end
  end
end
if ARGV[1] == '1' then
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[4], '1', 'PX', ARGV[2])
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
