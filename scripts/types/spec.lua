---@meta spec
-- The globals that specs find under `mixhost test`, for editors (docs/testing.md). Written by hand;
-- mix.test is in mix.lua. tools/types-check compares the names with scripts/lib/spec.
-- luacheck: ignore

---A part of a spec: tests and further parts.
---@param name string what it is about; #word makes a tag
---@param block fun() its tests
function describe(name, block) end

---As describe.
---@param name string what it is about
---@param block fun() its tests
function context(name, block) end

---As describe; globals that it sets end with it.
---@param name string what it is about
---@param block fun() its tests
function insulate(name, block) end

---As describe.
---@param name string what it is about
---@param block fun() its tests
function expose(name, block) end

---A test; without a function it is pending.
---@param name string what holds
---@param test? fun() fails when it raises
function it(name, test) end

---As it.
---@param name string what holds
---@param test? fun() fails when it raises
function spec(name, test) end

---As it.
---@param name string what holds
---@param test? fun() fails when it raises
function test(name, test) end

---A test that is still to be written; within a test it ends that as pending.
---@param name? string what will hold, or why not yet
---@param test? fun() not run
function pending(name, test) end

---Runs at the end of the test, whatever came of it.
---@param fn fun() what to run
function finally(fn) end

---Mixes the order of what follows, or keeps it.
---@param seed? boolean|integer false keeps the order; a number is the seed
function randomize(seed) end

---Runs before each test of the block.
---@param fn fun() what to run
function before_each(fn) end

---Runs after each test of the block.
---@param fn fun() what to run
function after_each(fn) end

---Runs once, before the block's tests.
---@param fn fun() what to run
function setup(fn) end

---Runs once, after the block's tests.
---@param fn fun() what to run
function teardown(fn) end

---As setup.
---@param fn fun() what to run
function strict_setup(fn) end

---As teardown.
---@param fn fun() what to run
function strict_teardown(fn) end

---As setup, but only if a test of the block runs.
---@param fn fun() what to run
function lazy_setup(fn) end

---As teardown, but only if a test of the block ran.
---@param fn fun() what to run
function lazy_teardown(fn) end

---luassert's chains: assert.are.equal(expected, found), assert.is_nil(value), assert.has_no.errors(fn).
---Words may be joined by dots or underscores; `not` and `no` negate.
---@class mix.SpecAssert
---@overload fun(value: any, message?: any, ...: any): any, ...
---@field [string] mix.SpecAssert
---@field equal fun(expected: any, found: any, message?: any, ...: any): any
---@field equals fun(expected: any, found: any, message?: any, ...: any): any
---@field same fun(expected: any, found: any, message?: any, ...: any): any
---@field near fun(expected: number, found: number, tolerance: number, message?: any): any
---@field matches fun(pattern: string, text: string, init?: any, plain?: any, message?: any): any
---@field unique fun(list: any[], message?: any): any
---@field truthy fun(value: any, message?: any, ...: any): any
---@field falsy fun(value: any, message?: any, ...: any): any
---@field is_true fun(value: any, message?: any, ...: any): any
---@field is_false fun(value: any, message?: any, ...: any): any
---@field is_nil fun(value: any, message?: any, ...: any): any
---@field is_not_nil fun(value: any, message?: any, ...: any): any
---@field has_error fun(fn: fun(), expected?: any, message?: any): any
---@field error_matches fun(fn: fun(), pattern: string, ...: any): any
local spec_assert = {}

---Adds an assertion, a matcher or a modifier.
---@param kind "assertion"|"matcher"|"modifier" what it is
---@param name string its word
---@param test function called with a state and the arguments
---@param positive? string the message where it does not hold
---@param negative? string the message where it holds and must not
function spec_assert:register(kind, name, test, positive, negative) end

---Takes back what register added.
---@param kind "assertion"|"matcher"|"modifier" what it is
---@param name string its word
function spec_assert:unregister(kind, name) end

---Notes which spies there are.
---@return {revert: fun(self: table)} # takes back those that were made since
function spec_assert:snapshot() end

---@type mix.SpecAssert
assert = {}

---A function that remembers its calls.
---@class mix.Spy
---@overload fun(...: any): any
local spec_spy = {}

---Forgets the calls.
function spec_spy:clear() end

---Puts the function back in its place.
function spec_spy:revert() end

---Whether it was called.
---@param times? integer how often
---@return boolean # whether it was
---@return integer # how often it was
function spec_spy:called(times) end

---A spy that answers in a function's place.
---@class mix.Stub: mix.Spy
---@field returns fun(...: any): mix.Stub what every call returns
---@field invokes fun(fn: function): mix.Stub what every call runs
---@field on_call_with fun(...: any): {returns: function, invokes: function} for calls with these arguments

---@class mix.Spies
---@field new fun(callback?: function): mix.Spy remembers calls and passes them on
---@field on fun(target: table, key: any): mix.Spy puts a spy in the place of a table's function

---@type mix.Spies
spy = {}

---Puts a stub in the place of a table's function.
---@param target table where the function is
---@param key any its name
---@param ... any what it returns, or a function that answers
---@return mix.Stub # its `returns` sets the result
function stub(target, key, ...) end

---Spies on every function of a table, or stubs them.
---@class mix.Mocks
---@overload fun(target: table, is_stub?: boolean): table
---@field revert fun(target: table): table puts the functions back
---@field clear fun(target: table): table forgets the calls

---@type mix.Mocks
mock = {}

---Matchers of arguments: match._, match.is_table(), match.any_of(…), by each assertion's name.
---@class mix.Matchers
---@field _ any fits every argument
---@field [string] fun(...: any): any

---@type mix.Matchers
match = {}
