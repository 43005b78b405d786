import Bindings
import ScriptHost
import Testing

@Suite("Playlist rules")
struct PlaylistRulesTests {
  /// A rule file whose steps do nothing but for one.
  private static func file(_ step: String, _ body: String) -> String {
    """
    local function list(_, tracks) return tracks end
    local steps = {
      name = function(o) return o.playlist_name end, describe = function() return "" end,
      resolve = function(_, m) return m[1] end,
      artists = function(_, found) return found.library or {} end, tracks = function() return 1 end,
      dedupe = function(_, tracks) return {kept = tracks, dropped = {}} end,
      order = list, trim = list, target = function() end,
      write = function(_, items) return {action = "create", items = items, added = items} end,
    }
    steps.\(step) = \(body)
    return {kind = "playlist", steps = steps}
    """
  }

  @Test(
    "A mistake of a step is named with file, line and step",
    arguments: [
      ("order", "function() return 1 end", "step 'order' returned integer, a table expected"),
      ("name", "function() end", "step 'name' returned nil, a text expected"),
      ("tracks", "function() return 1.5 end", "a whole number or nil expected"),
      (
        "order", "function(_, t) t[1].name = 'x' return t end",
        "tracks[1].name cannot be changed: a rule only reads its arguments"
      ),
      (
        "order", "function(o, t) random.new(1):shuffle(t) return t end",
        "a rule only reads its arguments: shuffle a copy"
      ),
      (
        "order", "function() local t = {} t.t = t return t end",
        "returned tables that nest deeper than 8 levels"
      ),
      (
        "order",
        "function() local t = {} for _ = 1, 6 do local u = {} for i = 1, 99 do u[i] = t end t = u end return t end",
        "or too large ones"
      ),
      ("order", "function() return mix.http end", "mix.http cannot be used in a rule"),
      ("order", "function() return io.read() end", "attempt to index a nil value"),
    ])
  func misuse(step: String, body: String, message: String) async throws {
    let folder = try await RuleFolder(["playlist/t.lua": Self.file(step, body)])
    let argument = step == "order" ? "{{name = 'n', artists = {'a'}}}" : "1"
    let said = await folder.test.message(
      "mix.rules.load('playlist/t'):run('\(step)', {playlist_name = 1}, \(argument))")
    #expect(said.contains(message) && said.contains("step '\(step)'"), "\(said)")
    #expect(said.contains("playlist/t.lua:10"), "\(said)")
  }

  @Test("Steps see what they are given, and what they return is the scripts' own again")
  func views() async throws {
    let folder = try await RuleFolder([
      "playlist/t.lua": Self.file(
        "dedupe",
        """
        function(options, tracks, chosen, memory)
          memory.count = (memory.count or 0) + #tracks
          local kept = {tracks[#tracks]}
          return {kept = kept, dropped = {chosen[1]}, nested = {{tracks[1].artists}}}
        end
        """)
    ])
    let values = try await folder.test.run(
      """
      local rules = mix.rules.load('playlist/t')
      local tracks = {{name = 'a', artists = {'A'}}, {name = 'b', artists = {'B'}}}
      local memory = {}
      local result = rules:run('dedupe', {}, tracks, {tracks[1]}, memory)
      rules:run('dedupe', {}, tracks, {}, memory)
      assert(rawequal(result.kept[1], tracks[2]) and rawequal(result.dropped[1], tracks[1]))
      assert(rawequal(result.nested[1][1], tracks[1].artists))
      result.kept[1].name = 'changed'
      assert(rules:run('trim', {}, tracks) == tracks)
      return memory.count, tracks[2].name, mix.json.encode(result.kept)
      """)
    #expect(values[0] == .int(4) && values[1] == .string("changed"))
    #expect(values[2] == .string("[{\"artists\":[\"B\"],\"name\":\"changed\"}]"))
  }

  @Test(
    "A file must have every step, and no other",
    arguments: [
      ("return {kind = 'playlist'}", "field 'steps' is a table of functions, not nil"),
      ("return {kind = 'playlist', steps = {}}", "field 'steps.name' is a function, not nil"),
      (
        "return {kind = 'playlist', steps = {sorted = 1}}",
        "field 'steps.sorted' is not known"
      ),
      ("return {kind = 'match', steps = {}}", "field 'kind' is \"playlist\", not \"match\""),
    ])
  func files(text: String, message: String) async throws {
    let folder = try await RuleFolder(["playlist/t.lua": text])
    let said = await folder.test.message("mix.rules.load('playlist/t')")
    #expect(said.contains(message), "\(said)")
  }

  @Test("The shipped rules pass their check, and a file may take its steps from them")
  func shipped() async throws {
    let folder = try await RuleFolder(
      [
        "playlist/mine.lua": """
        local steps = {}
        for name, step in pairs(require("rules.playlist.standard").steps) do steps[name] = step end
        steps.order = function(_, tracks)
          local turned = {}
          for place = #tracks, 1, -1 do turned[#turned + 1] = tracks[place] end
          return turned
        end
        return {kind = "playlist", steps = steps}
        """
      ], then: [RuleFolder.shipped])
    for name in ["playlist/standard", "playlist/classic", "playlist/mine"] {
      let path = try await folder.test.value("mix.rules.check('\(name)')")
      guard case .string(let text) = path else { throw UnexpectedValue() }
      #expect(text.contains("/playlist/"))
    }
    let turned = try await folder.test.value(
      "mix.rules.load('playlist/mine'):run('order', {}, {{id = 1}, {id = 2}})[1].id")
    #expect(turned == .int(2))
  }
}
