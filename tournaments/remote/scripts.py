"""What is decided about a mailbox, as Lua that Redis runs as one step; ``mailbox.py`` says what the keys hold.

Scripts rather than WATCH: a decision is one round trip, and nobody who competes with another has to begin again.
"""

from __future__ import annotations

# The time in microseconds; a double holds it exactly, and it only grows.
_NOW = """
local function now()
    local time = redis.call('TIME')
    return time[1] * 1000000 + time[2]
end
local function digits(number)
    return string.format('%.0f', number)
end
"""

# KEYS pending, last, wake, game, answered
# ARGV name of the game, message, seq, lifetime of the question in ms, lifetime of the game in ms, kind, most games,
# lifetime of the number in ms
# Gives 1; 0 where the game is not known any more; -1 where the bot has too many.
# A question that was asked before (a command sent again since its reply was lost) changes nothing.
POST = (
    _NOW
    + """
local kind = ARGV[6]
local asked = redis.call('HGET', KEYS[4], 'asked')
if kind == 'hello' then
    if asked then return 1 end
    local moment = now()
    local entries = redis.call('HGETALL', KEYS[1])
    local count = 0
    for i = 1, #entries, 2 do
        if tonumber(string.match(entries[i + 1], ' (%d+) ')) < moment then
            redis.call('HDEL', KEYS[1], entries[i])
        else
            count = count + 1
        end
    end
    if count >= tonumber(ARGV[7]) then return -1 end
    redis.call('HSET', KEYS[4], 'hello', ARGV[2])
elseif not asked then
    return 0
elseif kind == 'act' and asked == ARGV[3] then
    return 1
end
local number = math.max(now(), tonumber(redis.call('GET', KEYS[2]) or '0') + 1)
redis.call('SET', KEYS[2], digits(number), 'PX', ARGV[8])
redis.call('HDEL', KEYS[4], 'answer')
redis.call('HSET', KEYS[4], 'message', ARGV[2], 'asked', ARGV[3], 'state', kind == 'last' and 'over' or 'open')
redis.call('PEXPIRE', KEYS[4], ARGV[5])
redis.call('HSET', KEYS[1], ARGV[1], digits(number) .. ' ' .. digits(now() + ARGV[4] * 1000) .. ' ' .. kind)
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
redis.call('DEL', KEYS[5])
if redis.call('LLEN', KEYS[3]) == 0 then redis.call('RPUSH', KEYS[3], '1') end
redis.call('PEXPIRE', KEYS[3], ARGV[4])
return 1
"""
)

# KEYS pending, last, seen
# ARGV cursor (-1: none), prefix of the keys of games, bytes that are enough, lifetime of a presence in ms
# Gives the new cursor and the messages after the old one, oldest first: to who has no cursor, or one of another time,
# each after the hello of its game. A last word that was received, as the cursor says, or is sent to who has none, goes.
PENDING = (
    _NOW
    + """
redis.call('SET', KEYS[3], '1', 'PX', ARGV[4])
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
local given = tonumber(ARGV[1])
local after = math.max(given, 0)
if after > last then after = 0 end
local moment = now()
local found = {}
local entries = redis.call('HGETALL', KEYS[1])
for i = 1, #entries, 2 do
    local number, expires, kind = string.match(entries[i + 1], '^(%d+) (%d+) (%a+)$')
    number = tonumber(number)
    if tonumber(expires) < moment or (kind == 'last' and number <= after) then
        redis.call('HDEL', KEYS[1], entries[i])
    elseif number > after then
        found[#found + 1] = {number, entries[i], kind}
    end
end
table.sort(found, function(one, other) return one[1] < other[1] end)
local size, cursor, messages = 0, after, {}
for _, entry in ipairs(found) do
    local kept = redis.call('HMGET', ARGV[2] .. entry[2], 'message', 'hello')
    if not kept[1] then
        redis.call('HDEL', KEYS[1], entry[2])
    else
        local with_hello = after == 0 and entry[3] == 'act'
        size = size + #kept[1] + (with_hello and #kept[2] or 0)
        if #messages > 0 and size > tonumber(ARGV[3]) then break end
        if with_hello then messages[#messages + 1] = kept[2] end
        messages[#messages + 1] = kept[1]
        cursor = entry[1]
        if given < 0 and entry[3] == 'last' then redis.call('HDEL', KEYS[1], entry[2]) end
    end
end
return {digits(cursor), messages}
"""
)

# KEYS pending, game, answered; ARGV name of the game, seq, answer, digest of the answer, lifetime of the wake-up in ms
# Gives what became of it (taken, same, other, outdated, missing), the seq asked last, and the state of that.
ANSWER = """
local kept = redis.call('HMGET', KEYS[2], 'asked', 'state', 'said:' .. ARGV[2])
local asked, state, said = kept[1], kept[2], kept[3]
if not asked then return {'missing', '', ''} end
if said then return {said == ARGV[4] and 'same' or 'other', asked, state} end
if state ~= 'open' or asked ~= ARGV[2] then return {'outdated', asked, state} end
redis.call('HSET', KEYS[2], 'state', 'answered', 'answer', ARGV[3], 'said:' .. ARGV[2], ARGV[4])
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('RPUSH', KEYS[3], '1')
redis.call('PEXPIRE', KEYS[3], ARGV[5])
return {'taken', asked, 'answered'}
"""

# KEYS pending, game; ARGV name of the game, seq, whether to withdraw the question if it has no answer
# Gives lost, none, or answer and the answer.
TAKE = """
local kept = redis.call('HMGET', KEYS[2], 'asked', 'state', 'answer')
if kept[1] ~= ARGV[2] then return {'lost'} end
if kept[2] == 'answered' then return {'answer', kept[3]} end
if ARGV[3] == '1' then
    redis.call('HSET', KEYS[2], 'state', 'late')
    redis.call('HDEL', KEYS[1], ARGV[1])
end
return {'none'}
"""
