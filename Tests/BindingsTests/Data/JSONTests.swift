import Reactor
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.json")
struct JSONTests {
  @Test("Values keep their types both ways")
  func roundTrip() async throws {
    let host = await TestHost()
    let text = #"{"a":[1,2.5,null,true,"é"],"b":{},"c":[],"d":-0.0,"e":9223372036854775807}"#
    await host.provide(Array(text.utf8))
    #expect(
      try await host.value("mix.json.encode(mix.json.decode(mix.input.bytes()))") == .string(text))
    #expect(try await host.value("math.type(mix.json.decode('1'))") == .string("integer"))
    #expect(try await host.value("math.type(mix.json.decode('1.0'))") == .string("float"))
    #expect(try await host.value("mix.json.decode('null') == mix.json.null") == .bool(true))
  }

  @Test("null can be nil: keys are left out")
  func nullAsNil() async throws {
    let host = await TestHost()
    let found = try await host.run(
      """
      local t = mix.json.decode('{"a":null,"b":1}', {null = "nil"})
      return t.a, t.b, mix.json.decode('{"a":null}', {null = "value"}).a
      """)
    #expect(found == [.nil, .int(1), .null])
  }

  @Test("Characters that steer a terminal are escaped, and read as they were")
  func steeringCharacters() async throws {
    let host = await TestHost()
    let text = "\u{9B}2J\u{202E}é\u{2066}"
    await host.provide(Array(text.utf8))
    #expect(
      try await host.value("mix.json.encode(mix.input.bytes())")
        == .string(#""\u009b2J\u202eé\u2066""#))
    #expect(
      try await host.value("mix.json.decode(mix.json.encode(mix.input.bytes()))") == .string(text))
  }

  @Test("Encoding options change the form, not the value")
  func encodeOptions() async throws {
    let host = await TestHost()
    #expect(
      try await host.value("mix.json.encode({b = 1, a = {2}}, {pretty = true})")
        == .string("{\n  \"a\": [\n    2\n  ],\n  \"b\": 1\n}"))
    #expect(try await host.value("mix.json.encode({1}, {indent = 1})") == .string("[\n 1\n]"))
    #expect(
      try await host.value("mix.json.encode('é😀', {ascii = true})")
        == .string(#""\u00e9\ud83d\ude00""#))
    #expect(
      try await host.value("#mix.json.encode({b = 1, a = 2}, {sort_keys = false})") == .int(13))
    #expect(try await host.value("mix.json.encode(nil)") == .string("null"))
  }

  @Test("Text that is not UTF-8 is an error, or replaced on request")
  func invalidUTF8() async throws {
    let host = await TestHost()
    #expect(await host.kind(#"return mix.json.encode({a = "\xff"})"#) == "usage")
    #expect(await host.message(#"return mix.json.encode({a = "\xff"})"#).contains("$.a"))
    #expect(
      try await host.value(#"mix.json.encode("\xff", {on_invalid = "replace"})"#)
        == .string("\"\u{FFFD}\""))
  }

  @Test("A value without a JSON form is named by its path")
  func noForm() async throws {
    let host = await TestHost()
    let message = await host.message("return mix.json.encode{list = {1, print}}")
    #expect(message.contains("test.lua:1"))
    #expect(message.contains("$.list[2]"))
    #expect(message.contains("mix.json.encode"))
    #expect(await host.message("return mix.json.encode({[1] = 1, a = 2})").contains("mixes"))
    #expect(await host.message("local t = {} t.t = t return mix.json.encode(t)").contains("$.t"))
    #expect(await host.message("return mix.json.encode(0/0)").contains("$"))
    #expect(await host.message("return mix.json.encode()").contains("no value"))
  }

  @Test("A damaged text is returned as an error with its place")
  func damaged() async throws {
    let host = await TestHost()
    let found = try await host.run(
      #"""
      local value, err = mix.json.decode('{\n  "é": [1,]\n}')
      return value, err.kind, err.line, err.column, err.offset, err.message
      """#)
    #expect(found[0...4] == [.nil, .string("parse"), .int(2), .int(11), .int(13)][...])
    guard case .string(let message) = found[5] else { throw UnexpectedSuccess(values: found) }
    #expect(message.hasPrefix("invalid JSON at 2:11: "))
    let html = try await host.value("tostring(select(2, mix.json.decode('<html>')))")
    #expect(
      html == .string("invalid JSON at 1:1: expected a value, found '<' (this looks like HTML)"))
    let deep = try await host.value("select(2, mix.json.decode(('['):rep(100000))).kind")
    #expect(deep == .string("parse"))
  }

  @Test("The depth limit can be lowered, within its range")
  func depth() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.json.decode('[[1]]', {max_depth = 2})[1][1]") == .int(1))
    #expect(try await host.value("mix.json.decode('[[1]]', {max_depth = 1})") == .nil)
    #expect(await host.kind("mix.json.decode('1', {max_depth = 1001})") == "usage")
  }

  @Test("Marks tell empty arrays from empty objects")
  func marks() async throws {
    let host = await TestHost()
    #expect(
      try await host.value("mix.json.encode{a = mix.json.array(), b = {}, c = mix.json.object()}")
        == .string(#"{"a":[],"b":{},"c":{}}"#))
    #expect(
      try await host.run("local t = {1} return mix.json.array(t) == t, mix.json.object({x = 1}).x")
        == [.bool(true), .int(1)])
    #expect(await host.kind("return mix.json.encode(mix.json.object{1})") == "usage")
  }

  @Test(
    "is_array says what encode would write",
    arguments: [
      ("{}", false), ("mix.json.array()", true), ("mix.json.object()", false), ("{1, 2}", true),
      ("{a = 1}", false), ("{1, nil, 3, x = 1}", false), ("{1, nil, 3}", false), ("'x'", false),
      ("mix.json.decode('[]')", true),
    ])
  func isArray(expression: String, expected: Bool) async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.json.is_array(\(expression))") == .bool(expected))
  }

  @Test("A table with a metatable of its own keeps it")
  func foreignMetatable() async throws {
    let host = await TestHost()
    #expect(await host.kind("mix.json.array(setmetatable({}, {}))") == "usage")
    #expect(await host.kind("mix.json.array(mix)") == "usage")
    #expect(await host.message("mix.json.array(mix) mix.x = 1").contains("metatable"))
  }

  @Test("Misspelt options and words are refused")
  func options() async throws {
    let host = await TestHost()
    #expect(await host.message("mix.json.encode(1, {prety = true})").contains("'pretty'"))
    #expect(await host.kind("mix.json.encode(1, {indent = 17})") == "usage")
    #expect(await host.kind("mix.json.encode(1, {on_invalid = 'skip'})") == "usage")
    #expect(await host.kind("mix.json.decode('1', {null = 'x'})") == "usage")
    #expect(await host.kind("mix.json.decode(1)") == "usage")
  }

  @Test("Large texts are read and written")
  func large() async throws {
    let host = await TestHost()
    let same = try await host.value(
      """
      (function()
        local list = {}
        for i = 1, 20000 do list[i] = {id = i, name = "song " .. i, tags = {"a", "b"}} end
        local text = mix.json.encode(list)
        return mix.json.encode(mix.json.decode(text)) == text and #mix.json.decode(text) == 20000
      end)()
      """)
    #expect(same == .bool(true))
  }

  @Test("Copied values are encoded for Swift, and functions in them refused")
  func fromSwift() async throws {
    let reactor = Reactor(name: "json")
    defer { reactor.stop() }
    let engine = LuaEngine(reactor: reactor)
    await engine.register("probe") {
      var module = Module("probe", "Encodes what it is given.")
      module.function("encode", "Encodes.", Parameter("value", "any", LuaValue.self)) {
        call, value in
        Bytes(try JSONModule.encode(value, call.stack))
      }
      return module
    }
    let found = try await engine.run(
      "return mix.probe.encode{b = {1, 'x'}, a = true}, pcall(mix.probe.encode, {a = {print}})",
      name: "@test.lua")
    #expect(found[0] == .string(#"{"a":true,"b":[1,"x"]}"#))
    #expect(found[1] == .bool(false))
  }
}
