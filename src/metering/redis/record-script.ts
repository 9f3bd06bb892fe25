/**
 * Takes a cost, or nothing. Redis runs a script as one step, so that no other replica's posting comes in between.
 *
 * KEYS: the ledger (a hash) and the usage (a hash) of one account and day.
 * ARGV: 1 credits, 2 field of the subject or '', 3 most that may be spent or -1, 4 endpoint, 5 requests, 6 errors, 7 process,
 *       8 ticket, 9 and 10 seconds to keep ledger and usage.
 * The ledger has `spent`, `paid:<endpoint>:<subject>`, and `ticket:<process>`: the last ticket of each process. A process sends
 * its postings in order, so that a ticket not above the last one was written before.
 * Answers { 0 refused | 1 taken | 2 was written before, cost, spent }.
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
