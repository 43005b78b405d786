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

---Adds an assertion or a modifier.
---@param kind "assertion"|"modifier" what it is
---@param name string its word
---@param test function called with a state and the arguments
---@param positive? string the message where it does not hold
---@param negative? string the message where it holds and must not
function spec_assert:register(kind, name, test, positive, negative) end

---Takes back what register added.
---@param kind "assertion"|"modifier" what it is
---@param name string its word
function spec_assert:unregister(kind, name) end

---@type mix.SpecAssert
assert = {}
