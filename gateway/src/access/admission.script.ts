import { NO_PASS } from '@ctdb/contracts';

/**
 * Everything that a request needs of Redis, in one round trip: the records behind its tokens, and
 * the count of the window that the request falls into. A record that exists moves the count from
 * the address to the token, so that invented tokens do not escape the address's limit.
 *
 * KEYS: 1 count of the address, 2 session record, 3 count of the session, 4 pass record,
 *       5 count of the pass.
 * ARGV: 1 limit by address, 2 limit by token, 3 window in milliseconds, 4 "1" with a session token,
 *       5 "1" with a pass token, 6 "1" to count by address whatever the tokens are, 7 how many
 *       requests these are.
 * Returns session record, pass record, requests in the window with these, milliseconds left of it, the limit,
 * and Redis's own time in milliseconds: the one clock that decides when access ends.
 */
export const admissionScript = `
local session = ARGV[4] == '1' and redis.call('GET', KEYS[2])
local pass = ARGV[5] == '1' and redis.call('GET', KEYS[4])
local count, limit = KEYS[1], ARGV[1]
if ARGV[6] ~= '1' then
  if session then
    count, limit = KEYS[3], ARGV[2]
  elseif pass and pass ~= '${NO_PASS}' then
    count, limit = KEYS[5], ARGV[2]
  end
end
local used = redis.call('INCRBY', count, ARGV[7])
local left = redis.call('PTTL', count)
if left < 0 then
  left = tonumber(ARGV[3])
  redis.call('PEXPIRE', count, left)
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return { session, pass, used, left, tonumber(limit), now }
`;
