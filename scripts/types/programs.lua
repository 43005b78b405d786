---@meta programs
-- The tables that program.lua, screens and providers return, for editors. Written by hand;
-- tools/types-check compares them with what mixhost reads. Write `---@type mix.Manifest` above
-- `local manifest = {…}`.
-- luacheck: ignore

---A screen as a manifest names it.
---@class mix.ManifestScreen
---@field [1] string the file below screens, without .lua
---@field title? string what people call it (default: the name in words)

---A program's manifest: the table that program.lua returns (docs/programs.md). Plain data, no functions.
---@class mix.Manifest
---@field name string the folder's name: lower-case letters, digits and _
---@field command? string the word after mixhost; default: the name
---@field summary string what it does, in one line of at most 200 bytes
---@field entry string the script that the command runs, in the program's folder
---@field settings? mix.ManifestSetting[] what a user may set
---@field upstreams? table<string, mix.ManifestUpstream> the services that it asks, by name
---@field providers? string[] modules below providers
---@field sign_in? string[] services below providers/auth
---@field grants? mix.ManifestGrants what it wants beyond its upstreams
---@field refreshers? table<string, mix.ManifestRefresher> the sources it fetches regularly, by name
---@field screens? (string|mix.ManifestScreen)[] its screens: files below screens
---@field collections? table<string, mix.ManifestCollection> its records in the data file, by name
---@field store_version? integer the form of its records, counted up by migrations
---@field media? string[] hosts whose pictures and sounds its screens show, such as "i.ytimg.com" or "*.mzstatic.com"

---A setting: its name first, which begins with the program's or with that of one of its parts.
---@class mix.ManifestSetting
---@field [1] string such as "shop.limit"
---@field type? "text"|"boolean"|"url"|"integer"|"duration"|"size"|"choice"|"list" default: text
---@field default? string|number|boolean|string[] its value until it is set
---@field help? string one line
---@field choices? string[] what a choice or a list is made from
---@field min? number|string the smallest integer, duration or size
---@field max? number|string the largest
---@field pattern? string an extended regular expression that a text matches as a whole, without back-references
---@field expected? string the pattern in words
---@field secret? boolean whether its value is never shown
---@field env? string[] environment variables that set it, besides MIXHOST_SHOP_LIMIT; all but MIXHOST_SHOP_… are asked for

---A service that a program asks.
---@class mix.ManifestUpstream
---@field base? string its https address; without it each user sets upstream.NAME
---@field rate? string its limit, such as "20/min"
---@field concurrency? integer requests in flight at once
---@field rate_limit_statuses? integer[] statuses that mean "too many requests", besides 429

---A program's rights besides asking its upstreams; the user accepts them.
---@class mix.ManifestGrants
---@field net? string[] further hosts
---@field read? string[] folders that it reads: whole paths, or from ~/
---@field write? string[] folders that it changes
---@field env? string[] environment variables that it sees
---@field keys? string[] services whose keys it uses, or origins such as "https://nas.lan" for http.credentials
---@field accounts? string[] services whose log-ins it uses
---@field data? boolean the library and the jobs
---@field rules? boolean the user's rules
---@field settings? boolean all settings: of programs that come with mixhost

---A source that a program fetches regularly.
---@class mix.ManifestRefresher
---@field doc string what it is, in words
---@field every string the setting that holds the interval
---@field policy? string the setting that names the refresh rule
---@field run? string[] arguments of the entry
---@field forced? string[] arguments that are added when you ask for it now
---@field key? table[] alternatives of what its history is about

---A collection of records (mix.store).
---@class mix.ManifestCollection
---@field key string the field that tells records apart
---@field indexes? string[] the fields by which records are found

---The table that a file below screens returns (docs/screens.md).
---@class mix.Screen
---@field view fun(state: table): mix.ScreenNode the tree, from the state alone
---@field actions? table<string, fun(state: table, args: any, update: fun())> what people can do
---@field on_open? fun(state: table, update: fun()) runs when the screen is opened, or its tab comes back
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

---The table that a file below providers returns (docs/providers.md).
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

---A track, as providers return it (scripts/lib/shapes.lua).
---@class mix.Track
---@field id string|integer the service's identifier
---@field title string its title
---@field artist? string as the service writes it
---@field release_date? string a whole day, such as "2021-07-09"
