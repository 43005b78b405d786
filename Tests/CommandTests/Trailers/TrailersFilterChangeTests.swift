import Foundation
import Testing

@Suite("Command: filters that change faster than answers come", .ownThreads)
struct TrailersFilterChangeTests {
  private struct Result: Decodable {
    let reached: [String]
    let cancelled: Int
    let filter: String
    let types: [String]
    let state: String
    let count: Int
  }

  private struct LogLine: Decodable {
    let path: String
    let query: String
    let aborted: Bool
  }

  /// Ten filters within 100 ms, then what the grid shows.
  private static let script = """
    local model = require("programs.trailers.lib.model")
    local tmdb = require("services.tmdb.provider")
    local filter = mix.filter.load("trailers")
    local view = model.open(tmdb.open(), {})
    local cancelled, reached = 0, {}
    view.grid:on_change(function(change)
      if change.event == "cancelled" then cancelled = cancelled + 1 end
    end)
    local sorts = { "popularity", "newest", "oldest", "ratingHighest", "ratingLowest" }
    mix.task.scope(function(scope)
      for number = 1, 10 do
        local kind = number % 2 == 0 and "tv" or "movies"
        local state = filter:parse(("type=%s sort=%s"):format(kind, sorts[(number + 1) // 2]))
        scope:spawn(function() reached[number] = view:show(state) end)
        mix.task.sleep(0.01)
      end
    end)
    local types = {}
    for place, item in ipairs(view.grid:items()) do types[place] = item.type end
    print(mix.json.encode({
      reached = reached, cancelled = cancelled, filter = tostring(view.grid:filter()),
      types = types, state = view.grid:state(), count = view.grid:count(),
    }))
    """

  @Test("One load is completed, nine are cancelled, and the last filter is shown")
  func tenChanges() throws {
    let program = try Program(["changes.lua": Self.script])
    let outcome = try program.run("--mock=latency=3s,log=log.ndjson", "changes.lua")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let result = try JSONDecoder().decode(Result.self, from: Data(outcome.output.utf8))
    #expect(result.reached == Array(repeating: "cancelled", count: 9) + ["loaded"])
    #expect(result.cancelled == 9)
    #expect(result.filter == "contentType=tvShows sort=ratingLowest")
    #expect(result.state == "loaded" && result.count == 20)
    #expect(result.types == Array(repeating: "tv", count: 20))
    // Of the nine nothing was answered: what was sent was aborted.
    let lines = try program.read("log.ndjson").split(separator: "\n").map {
      try JSONDecoder().decode(LogLine.self, from: Data($0.utf8))
    }
    .filter { $0.path.contains("/discover/") }
    let completed = lines.filter { !$0.aborted }
    #expect(!completed.isEmpty)
    for line in completed {
      #expect(line.path == "/tmdb/discover/tv" && line.query.contains("vote_average.asc"))
    }
    let aborted = lines.filter(\.aborted)
    #expect(aborted.count <= 9)
  }
}
