import Bindings
import ScriptHost
import Testing

@Suite("Rules for trailers")
struct TrailerRulesTests {
  private func folder(_ table: String) async throws -> RuleFolder {
    try await RuleFolder(["trailers/t.lua": "return {kind = 'trailers', \(table)}"])
  }

  private static let load = "local rules = mix.rules.load('trailers/t')"

  /// The indices of three videos, as text.
  private func ranked(_ table: String, _ videos: String) async throws -> LuaValue? {
    let folder = try await folder(table)
    return try await folder.test.run(
      """
      \(Self.load)
      local found = {}
      for _, entry in ipairs(rules:rank(\(videos), {language = 'en'})) do
        found[#found + 1] = entry.index .. (entry.decided_by or '-')
      end
      return table.concat(found, ' ')
      """
    ).first
  }

  @Test("Keys are compared by type, direction and presence; equal ones keep their order")
  func order() async throws {
    let key = "order = {{name = 'k', key = function(v) return v.k end"
    #expect(try await ranked("\(key)}}", "{{k = 2}, {k = 1}, {}}") == .string("2k 1k 3-"))
    #expect(
      try await ranked("\(key), descending = true}}", "{{}, {k = 1}, {k = 2.5}}")
        == .string("3k 2k 1-"))
    #expect(try await ranked("\(key)}}", "{{k = 'b'}, {k = 'a'}, {k = 7}}") == .string("3k 2k 1-"))
    #expect(
      try await ranked("\(key)}}", "{{k = false}, {k = true}, {k = true}}") == .string("2- 3k 1-"))
    #expect(
      try await ranked(
        "usable = function(v, wish) return v.k ~= wish.language end, \(key)}}",
        "{{k = 'en'}, {k = 'de'}, 'text'}") == .string("2-"))
  }

  @Test(
    "Mistakes in a file are named",
    arguments: [
      ("order = {}", "field 'order' needs at least one criterion"),
      ("order = {{name = 'k'}}", "field 'order[1].key' is a function, not nil"),
      (
        "order = {{name = 'k', key = print, descending = 1}}",
        "field 'order[1].descending' is true or false, not integer"
      ),
      (
        "order = {{name = 'k', kye = 1}}", "field 'order[1].kye' is not known (did you mean 'key'?)"
      ),
      ("usable = 1, order = {}", "field 'usable' is a function, not integer"),
    ])
  func files(table: String, message: String) async throws {
    let folder = try await folder(table)
    let text = await folder.test.message(Self.load)
    #expect(text.contains("trailers/t.lua: \(message)"), "\(text)")
  }

  @Test(
    "A function's forbidden act is named",
    arguments: [
      (
        "order = {{name = 'k', key = function() return {} end}}",
        "criterion 'k' returned table, a number, a text, a boolean or nil expected"
      ),
      (
        "order = {{name = 'k', key = function() return 0/0 end}}",
        "criterion 'k' returned float, a number, a text, a boolean or nil expected"
      ),
      (
        "usable = function() return 1 end, order = {{name = 'k', key = type}}",
        "usable returned integer, a boolean expected"
      ),
      (
        "order = {{name = 'k', key = function(v) v.k = 1 end}}", "video.k cannot be changed"
      ),
      (
        "order = {{name = 'k', key = function(v, w) w.k = 1 end}}", "wish.k cannot be changed"
      ),
      ("order = {{name = 'k', key = function() while true do end end}}", "rule criterion 'k': "),
    ])
  func functions(table: String, message: String) async throws {
    let folder = try await folder(table)
    let text = await folder.test.message("\(Self.load) rules:rank({{k = 1}}, {})")
    #expect(text.contains(message), "\(text)")
  }

  @Test("The files that come with mixhost pass their check")
  func shipped() async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    for name in ["standard", "classic"] {
      let path = try await folder.test.value("mix.rules.check('trailers/\(name)')")
      #expect(path == .string("\(RuleFolder.shipped)/trailers/\(name).lua"))
    }
  }
}
