import FoundationEssentials
import ScriptHost
import Testing

/// `rules/lib/classic_titles.lua` against outputs of the desktop program
/// (Tests/Fixtures/playlist/PROVENANCE.md).
@Suite("Classic titles")
struct ClassicTitlesTests {
  private static let root = Checkout.root

  /// Runs a check with `titles` and the `rows` of a fixture; it returns a list of rows that differ.
  private func differing(_ fixture: String, _ check: String) async throws -> LuaValue {
    let bytes = try Data(
      contentsOf: URL(filePath: Self.root + "/Tests/Fixtures/playlist/\(fixture).json"))
    let host = await TestHost(moduleFolders: [Self.root + "/scripts"])
    await host.provide([UInt8](bytes))
    return try await host.run(
      """
      local titles = require("rules.lib.classic_titles")
      local rows = assert(mix.json.decode(mix.input.bytes()))
      local wrong = {}
      for _, row in ipairs(rows) do
        \(check)
        if not same then wrong[#wrong + 1] = mix.json.encode(row) .. ' got ' .. tostring(got) end
      end
      return {#rows, table.concat(wrong, '; ')}
      """
    ).first ?? .nil
  }

  @Test("Names are normalized as by the desktop program")
  func normalize() async throws {
    let result = try await differing(
      "normalize_track_name",
      "local got = titles.normalize(row['in']); local same = got == row.out")
    #expect(result == .array([.int(26), .string("")]))
  }

  @Test("Variants are recognised as by the desktop program, with difflib's ratios")
  func variants() async throws {
    let result = try await differing(
      "is_duplicate_variant",
      """
      local got = titles.is_variant(row.candidate, row.existing)
      local same = got == row.duplicate
      for i, ratio in ipairs(row.ratios) do
        same = same and math.abs(mix.text.difflib_ratio(row.candidate, row.existing[i]) - ratio) < 5e-7
      end
      """)
    #expect(result == .array([.int(15), .string("")]))
  }

  @Test("Artists are resolved as by the desktop program")
  func resolve() async throws {
    let result = try await differing(
      "resolve_artist",
      """
      local matches = {}
      for i, name in ipairs(row.matches) do matches[i] = {id = 'a' .. i - 1, name = name} end
      local id = titles.artist_id(row.query)
      local found = id and {id = id, name = 'BYID:' .. id} or titles.resolve(row.query, matches)
      local wanted = row.resolved ~= mix.json.null and row.resolved or {}
      local got = found and found.id
      local same = got == wanted.id and (found and found.name) == wanted.name
      """)
    #expect(result == .array([.int(8), .string("")]))
  }

  @Test("Marks, symbols and other scripts are told apart as the desktop program does")
  func forms() async throws {
    let host = await TestHost()
    #expect(
      try await host.value("mix.text.casefold('STRASSE Σίσυφος ẞ')")
        == .string("strasse σίσυφοσ ss"))
    #expect(try await host.value("mix.text.casefold('Beyoncé ıİ')") == .string("beyoncé ıi\u{307}"))
  }
}
