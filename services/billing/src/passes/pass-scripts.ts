/*
 * Fencing. A writer of a pass key takes a ticket before it reads the ledger. It may write only while
 * its ticket is the latest, because a later writer reads newer data. Therefore a slow writer never
 * brings back a refunded or moved pass, even if it crashes right after its write.
 * KEYS of both: ticket [, pass].
 */

/** ARGV: ticket, its TTL in ms. Returns the time in ms since the epoch. */
export const takeTicketScript = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * ARGV: ticket, value, its expiry (ms since the epoch), TTL of the mark in ms.
 * Returns 1 if it wrote, 2 if a later ticket has written, 0 if a later ticket is still to write.
 */
export const writePassScript = `
local ticket = redis.call('GET', KEYS[1])
if ticket ~= ARGV[1] then return ticket and string.sub(ticket, 1, 5) == 'done:' and 2 or 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PXAT', ARGV[3])
redis.call('SET', KEYS[1], 'done:' .. ticket, 'PX', ARGV[4])
return 1
`;
