"""The functions of Sources/main.swift in Python, called from Lua by lupa. Prints the same lines."""

import time

from lupa.lua54 import LuaRuntime


def text(number, text):
    return number + len(text)


def measure(function, times, argument):
    return lua.execute("""
        local f, times, text = ... local sum, start = 0, os.clock()
        for i = 1, times do sum = f(i, text) end
        return os.clock() - start""", function, times, argument) * 1e9 / times


lua = LuaRuntime()
print("text", measure(text, 300000, "Blinding Lights"))
print("long-text", measure(text, 300000, "Blinding Lights (feat. Somebody) [Remix]"))
lua = LuaRuntime(encoding=None)

def await_trip(times):
    """A Lua coroutine yields a number, Python sends it back."""
    coroutine = lua.eval("""function(times)
        local sum = 0
        for i = 1, times do sum = coroutine.yield(i) end
        return sum
    end""").coroutine(times)
    start = time.process_time()
    value = next(coroutine)
    for _ in range(times - 1):
        value = coroutine.send(value)
    return (time.process_time() - start) * 1e9 / times


print("wait", await_trip(300000))
lua = LuaRuntime(encoding=None)
print("bytes", measure(text, 300000, b"Blinding Lights"))
