-- The countries' iTunes Stores: code in links, country and currency in answers.

local catalogue = require("lib.mock.catalogue")

local stores = {}

local known = [[
us USA USD, gb GBR GBP, de DEU EUR, fr FRA EUR, es ESP EUR, it ITA EUR, nl NLD EUR, at AUT EUR,
ch CHE CHF, ie IRL EUR, pt PRT EUR, se SWE SEK, no NOR NOK, dk DNK DKK, fi FIN EUR, pl POL PLN,
ca CAN CAD, mx MEX MXN, br BRA BRL, au AUS AUD, nz NZL NZD, jp JPN JPY, kr KOR KRW, tw TWN TWD,
hk HKG HKD, sg SGP SGD, id IDN IDR, vn VNM VND, in IND INR, tr TUR TRY, za ZAF ZAR]]

local by_code = {}
for code, country, currency in known:gmatch("(%l%l) (%u+) (%u+)") do
  by_code[code] = { code = code, country = country, currency = currency }
end

--- Returns the store of a two-letter country code, case aside; nil where iTunes has none.
function stores.get(code) return by_code[code:lower()] end

--- Returns the beginning of a store's addresses.
function stores.site(store) return "https://music.apple.com/" .. store.code end

--- Returns a stream of numbers for a song in a store.
function stores.digest(store, index)
  store.salt = store.salt or math.tointeger(tonumber("0x" .. catalogue.digest(store.code):hex()))
  -- The place takes the salt's multiple, as salts themselves are not below zero.
  return catalogue.digest(index + store.salt * 0xD1B54A32D192ED03, 0)
end

--- Tells whether a store sells a song: the US store sells all, the others lack one song in twelve.
function stores.sells(store, index)
  return store.code == "us" or stores.digest(store, index):below(12) > 0
end

return stores
