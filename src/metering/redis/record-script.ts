/**
 * Charges a cost or nothing. Redis runs scripts atomically, so that other replicas' charges do not interleave.
 *
 * KEYS: the ledger (a hash) and the usage (a hash) of one account and day.
 * ARGV: 1 credits, 2 field of the subject or '', 3 limit of spending or -1, 4 endpoint, 5 requests, 6 errors, 7 process,
 *       8 sequence number, 9 and 10 TTL of ledger and usage in seconds.
 * The ledger has `spent`, `paid:<endpoint>:<subject>`, and `ticket:<process>`: the last sequence number of each process. A process
 * sends its records in order, so that a number not above the last one was written before.
 * Returns { 0 refused | 1 charged | 2 written before, cost, spent }.
 */
export const RECORD_SCRIPT = `
local spent = tonumber(redis.call('HGET', KEYS[1], 'spent') or 0)
local ticket = 'ticket:' .. ARGV[7]
local last = tonumber(redis.call('HGET', KEYS[1], ticket) or 0)
if tonumber(ARGV[8]) <= last then return { 2, 0, spent } end

local credits = tonumber(ARGV[1])
local cost = credits
if ARGV[2] ~= '' then
  cost = math.max(0, credits - tonumber(redis.call('HGET', KEYS[1], ARGV[2]) or 0))
end
local most = tonumber(ARGV[3])
if most >= 0 and cost > 0 and spent + cost > most then return { 0, cost, spent } end

local created = redis.call('HSET', KEYS[1], 'spent', spent + cost, ticket, ARGV[8])
if cost > 0 and ARGV[2] ~= '' then redis.call('HSET', KEYS[1], ARGV[2], credits) end
if created == 2 then redis.call('EXPIRE', KEYS[1], ARGV[9]) end

local requests = redis.call('HINCRBY', KEYS[2], ARGV[4] .. '|requests', ARGV[5])
redis.call('HINCRBY', KEYS[2], ARGV[4] .. '|credits', cost)
redis.call('HINCRBY', KEYS[2], ARGV[4] .. '|errors', ARGV[6])
if requests == tonumber(ARGV[5]) then redis.call('EXPIRE', KEYS[2], ARGV[10]) end
return { 1, cost, spent + cost }
`;
