import CLua
import Testing

@Suite("Header lines as a Lua table")
struct HeaderFieldsTests {
  /// The fields as a script sees them; nil when the lines are left to the host.
  private func fields(_ lines: [UInt8]) throws -> [String: String]? {
    let lua = try #require(luaL_newstate())
    defer { lua_close(lua) }
    let pushed = lines.withUnsafeBytes { bytes in
      clua_push_header_fields(lua, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    guard pushed else {
      #expect(lua_gettop(lua) == 0)
      return nil
    }
    #expect(lua_gettop(lua) == 1)
    var found: [String: String] = [:]
    lua_pushnil(lua)
    while lua_next(lua, 1) != 0 {
      let name = try #require(lua_tolstring(lua, -2, nil))
      let value = try #require(lua_tolstring(lua, -1, nil))
      found[String(cString: name)] = String(cString: value)
      lua_settop(lua, -2)
    }
    return found
  }

  @Test func lowersNamesAndTrimsValues() throws {
    let lines = "Content-Type: text/plain; charset=utf-8 \r\nX-Empty:\r\nETAG:\t\"a:b\"\r\nLast: 1"
    #expect(
      try fields(Array(lines.utf8)) == [
        "content-type": "text/plain; charset=utf-8", "x-empty": "", "etag": "\"a:b\"", "last": "1",
      ])
  }

  @Test func joinsFieldsOfOneName() throws {
    let lines = "Vary: a\r\nvary: b\r\nno colon\r\n: no name\r\nVARY: c\r\n"
    #expect(try fields(Array(lines.utf8)) == ["vary": "a, b, c"])
  }

  @Test(arguments: ["A: 1\r\n 2\r\n", "A: 1\r\n\t2\r\n", "A: é\r\n"])
  func leavesTheUnusual(lines: String) throws {
    #expect(try fields(Array(lines.utf8)) == nil)
  }

  @Test func leavesLongNames() throws {
    let name = String(repeating: "n", count: 64)
    #expect(try fields(Array("\(name): 1\r\n".utf8)) == [name: "1"])
    #expect(try fields(Array("\(name)n: 1\r\n".utf8)) == nil)
  }
}
