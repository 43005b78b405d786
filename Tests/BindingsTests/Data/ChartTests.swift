import ScriptHost
import Testing

@Suite("scripts/programs/chart/lib/chart.lua and chart_sources.lua")
struct ChartTests {
  private static let scripts = Checkout.scripts

  /// The result of reading a chart: `rank title artist` of each entry, and the remarks or the reason.
  private func read(_ json: String, most: Int = 500) async throws -> [String] {
    let test = await TestHost(moduleFolders: [Self.scripts])
    let values = try await test.run(
      """
      local entries, remarks = require("programs.chart.lib.chart").read([==[\(json)]==], \(most))
      if not entries then return remarks end
      local lines = {}
      for _, e in ipairs(entries) do lines[#lines + 1] = e.rank .. " " .. e.title .. " | " .. e.artist end
      return table.unpack(table.move(remarks, 1, #remarks, #lines + 1, lines))
      """)
    return values.map { if case .string(let text) = $0 { text } else { "\($0)" } }
  }

  @Test(
    "A row that is wrong is named with its field, the others stay",
    arguments: [
      ("\"rank\": \"x\"", "entry 2: rank is \"x\""), ("\"rank\": 0", "entry 2: rank is 0"),
      ("\"rank\": 1.5", "rank is 1.5"), ("\"rank\": 1e300", "rank is 1e+300"),
      ("\"rank\": null", "rank is null"), ("\"rank\": []", "rank is []"),
      ("\"rank\": 2, \"title\": \"\\u001b[2J\"", "title holds control characters"),
      ("\"rank\": 2, \"title\": \"\\u0085\"", "title holds control characters"),
      ("\"rank\": 2, \"title\": \" \\t\"", "title is empty"),
      ("\"rank\": 2, \"title\": \"T\", \"artist\": null", "artist is missing"),
      ("\"rank\": 2, \"title\": \"T\", \"artist\": 7", "artist is 7, not a text"),
    ])
  func badRow(fields: String, message: String) async throws {
    let lines = try await read(
      "[{\"rank\": 1, \"title\": \"A\", \"artist\": \"B\"}, {\(fields)}]")
    #expect(lines.count == 2 && lines[0] == "1 A | B")
    #expect(lines[1].hasPrefix("1 entry was skipped; the first: "), "\(lines)")
    #expect(lines[1].contains(message), "\(lines)")
  }

  @Test("Ranks may be odd, and the list too long")
  func ranks() async throws {
    let rows = [3, 1, 3, 7, 9].map {
      "{\"rank\": \"\($0)\", \"title\": \"T\($0)\", \"artist\": \"A\"}"
    }
    let lines = try await read("[" + rows.joined(separator: ",") + "]", most: 3)
    #expect(lines.prefix(3) == ["1 T1 | A", "3 T3 | A", "3 T3 | A"])
    #expect(
      lines.dropFirst(3) == [
        "rank 3 given twice", "ranks 2, 4-6, 8 missing", "cut to 3 of 5 entries (--max-entries)",
      ])
  }

  @Test("An older list does not take the place of a newer one")
  func older() async throws {
    let test = await TestHost(moduleFolders: [Self.scripts])
    let values = try await test.run(
      """
      local newer = require("programs.chart.lib.chart_sources").newer
      local function chart(source, time)
        return {source = source, time = time, updated_at = mix.time.iso(time)}
      end
      local warnings = {}
      local function warn(text) warnings[#warnings + 1] = text end
      local shown = chart("remote", 2000)
      return newer(nil, shown, warn) == shown, newer(shown, chart("local", 1000), warn) == shown,
        newer(shown, chart("remote", 3000), warn).time, #warnings, warnings[1]
      """)
    #expect(values.prefix(4) == [.bool(true), .bool(true), .int(3_000), .int(1)])
    guard case .string(let warning) = values[4] else { return #expect(Bool(false), "no warning") }
    #expect(warning.contains("the local chart of 1970-01-01T00:16:40Z is older"))
  }
}
