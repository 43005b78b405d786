---@meta programs
-- The tables that screens and providers return, for editors, written by hand. Those of program.lua
-- are in mix.lua: write `---@type mix.Manifest` above `local manifest = {…}`.
-- luacheck: ignore

---The table that a file below screens returns (docs/screens.md).
---@class mix.Screen
---@field view fun(state: table): mix.ScreenNode the tree, from the state alone
---@field actions? table<string, fun(state: table, args: any, update: fun())> what people can do
---@field on_open? fun(state: table, update: fun(), most?: integer) runs when the screen is opened, or its tab comes back
---@field watch? string[] what makes the screen stale: library, job, refresher:NAME, topic:NAME

---The object that mix.test.screen returns.
---@class mix.TestScreen
---@field state table the table of the screen
---@field on_update? fun(tree: table) gets the trees that an action shows on its way
local test_screen = {}

---Runs the view.
---@return table # nodes as {kind, id, …}, with children
function test_screen:tree() end

---Does what the screen does when it is opened.
---@return table # the tree after it
function test_screen:open() end

---Does what the screen offers.
---@param name string the action
---@param args? any what it is called with
---@return table # the tree after it
function test_screen:act(name, args) end

---The arguments that an action would get.
---@param name string the action
---@param args? any what it is called with
---@return any # nil where the screen does not offer it
---@return string? reason # why not
function test_screen:offered(name, args) end

---The table that a file below providers returns (docs/services-own.md).
---@class mix.Provider
---@field name string as in errors, caches and settings
---@field title string as people read it
---@field upstream string its entry in a program's manifest
---@field kind? string the kind of its results where a query names none
---@field can? table<string, {search?: boolean, lookup?: boolean, complete?: boolean}> its methods by the kind of results
---@field open fun(options?: table): mix.ProviderService makes the service
---@field checks? table[] what mixhost doctor asks

---A service with the methods that `can` names; each returns nil and a failure when it cannot answer.
---@class mix.ProviderService
---@field search? fun(self: mix.ProviderService, query: mix.ProviderQuery): table[]?, (mix.ProviderInfo|mix.ProviderFailure)?
---@field lookup? fun(self: mix.ProviderService, ids: (string|integer)[], options?: table): table[]?, (mix.ProviderInfo|mix.ProviderFailure)?
---@field complete? fun(self: mix.ProviderService, found: table): table?, (mix.ProviderInfo|mix.ProviderFailure)?

---The terms of a search.
---@class mix.ProviderQuery
---@field title? string of a work
---@field artist? string of a track or release
---@field name? string of a person
---@field author? string of a book
---@field isbn? string of a book
---@field kind? string track, release, work, person, book or film
---@field limit? integer how many at most

---Facts about an answer.
---@class mix.ProviderInfo
---@field cached? boolean whether everything came from the cache

---Why there is no answer.
---@class mix.ProviderFailure
---@field kind string a word to branch on: unreachable, paused, rate, token, not_found, server, …
---@field message string for people
---@field provider string the provider's name
---@field status? integer the HTTP status, where one came
---@field until? number when to ask again, in seconds since 1970
---@field upstream? string whom to ask again then

---The server of the mocks; only in mock.lua (docs/services-own.md).
---@type table
mix.mock = {}

---A track, as providers return it (scripts/lib/shapes.lua).
---@class mix.Track
---@field id string|integer the service's identifier
---@field title string its title
---@field artist? string as the service writes it
---@field release_date? string a whole day, such as "2021-07-09"
