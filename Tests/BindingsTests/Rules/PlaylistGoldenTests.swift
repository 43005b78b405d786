import Bindings
import Foundation
import ScriptHost
import Testing

/// The playlist rules against builds of the desktop program (Tests/Fixtures/playlist/PROVENANCE.md).
@Suite("Playlist rules: golden builds")
struct PlaylistGoldenTests {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let fixtures = tests.appending(path: "Fixtures/playlist")
  private static let scripts = tests.deletingLastPathComponent().appending(path: "scripts").path

  /// A host that finds rules and modules of the repository.
  private func host() async -> TestHost {
    await TestHost(
      moduleFolders: [Self.scripts, Self.fixtures.path],
      configure: { $0.rulesFolders = [RuleFolder.shipped] })
  }

  private func fixture(_ name: String) throws -> String {
    try String(contentsOf: Self.fixtures.appending(path: name), encoding: .utf8)
  }

  /// Runs golden.lua with scenarios; returns how many there were, and what differs.
  private func replay(_ scenarios: String, catalogue: String, rules: String) async throws
    -> LuaValue
  {
    let host = await host()
    let input =
      "{\"scenarios\": \(scenarios), \"catalogue\": \(catalogue), \"rules\": \"\(rules)\"}"
    await host.provide(Array(input.utf8))
    return try await host.run(try fixture("golden.lua")).first ?? .nil
  }

  @Test("The classic rules repeat every build of the desktop program")
  func classic() async throws {
    let result = try await replay(
      try fixture("build_scenarios.json"), catalogue: try fixture("catalogue.json"),
      rules: "playlist/classic")
    #expect(result == .array([.int(13), .string("")]))
  }

  @Test("Fixtures A, B and C of the desktop program's plan", arguments: ["classic", "standard"])
  func documented(rules: String) async throws {
    let host = await host()
    await host.provide(Array("playlist/\(rules)".utf8))
    let wrong = try await host.run(try fixture("documented.lua")).first
    #expect(wrong == .string(""))
  }

  @Test("The classic shuffle spreads artists as the desktop program does")
  func shuffle() async throws {
    let host = await host()
    await host.provide(Array(try fixture("shuffle_no_adjacent.json").utf8))
    let result = try await host.run(
      """
      local rules = mix.rules.load("playlist/classic")
      local rows, wrong = assert(mix.json.decode(mix.input.bytes())), {}
      for _, row in ipairs(rows) do
        local tracks = {}
        for place, id in ipairs(row["in"]) do
          local artist = row.primary[place]
          tracks[place] = {id = id, name = id, artists = artist ~= "" and {artist} or {}}
        end
        local out = {}
        local ordered = rules:run("order", {shuffle = true, shuffle_seed = row.seed}, tracks)
        for place, track in ipairs(ordered) do out[place] = track.id end
        if table.concat(out, " ") ~= table.concat(row.out, " ") then
          wrong[#wrong + 1] = row.seed .. ": " .. table.concat(out, " ")
        end
      end
      return {#rows, table.concat(wrong, "; ")}
      """
    ).first
    #expect(result == .array([.int(16), .string("")]))
  }
}
