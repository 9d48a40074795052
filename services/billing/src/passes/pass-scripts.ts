/*
 * A writer of a pass key takes a ticket before it reads the ledger, and may write only while no
 * other ticket was taken since: what it has read may be older than what a later one reads. So a
 * slow writer never brings back a pass that was refunded or moved meanwhile, not even one that
 * dies right after its write. KEYS of both: ticket [, pass].
 */

/** ARGV: ticket, ms for which it holds. Answers the time, in ms since the epoch. */
export const takeTicketScript = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * ARGV: ticket, value, its last moment (ms since the epoch), ms for which the mark holds.
 * Answers 1 where it has written, 2 where one with a later ticket has, 0 where one still is to.
 */
export const writePassScript = `
local ticket = redis.call('GET', KEYS[1])
if ticket ~= ARGV[1] then return ticket and string.sub(ticket, 1, 5) == 'done:' and 2 or 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PXAT', ARGV[3])
redis.call('SET', KEYS[1], 'done:' .. ticket, 'PX', ARGV[4])
return 1
`;
