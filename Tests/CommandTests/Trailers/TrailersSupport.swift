import Foundation

/// The output of `trailers.lua list --json`.
struct TrailersReport: Decodable {
  struct Filter: Decodable, Equatable {
    let contentType: String
    let sort: String
    let genre: String?
    let date: String
    let certification: String?
    let fired: [String]
  }

  struct Item: Decodable, Equatable {
    let type: String
    let id: Int
    let title: String
    let date: String?
    let rating: Double?
    let votes: Int
    let popularity: Double
    let genres: [String]
    let poster: String?

    var key: String { "\(type)/\(id)" }
  }

  let filter: Filter
  let items: [Item]
  let state: String
  let stale: Bool

  var keys: [String] { items.map(\.key) }
}

/// `trailers.lua` as a user calls it.
struct Trailers {
  static let script = Program.script("scripts/trailers.lua")
  let program: Program

  init() throws { program = try Program() }

  /// - Parameter mock: what `--mock=…` says.
  func run(
    _ arguments: [String], mock: String = "", before: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try program.run(
      ["--mock\(mock.isEmpty ? "" : "=")\(mock)"] + before + [Self.script] + arguments,
      environment: environment)
  }

  /// The report of a list.
  func list(_ arguments: [String], mock: String = "", before: [String] = []) throws
    -> TrailersReport
  {
    try Self.report(try run(["list", "--json"] + arguments, mock: mock, before: before))
  }

  static func report(_ outcome: Outcome) throws -> TrailersReport {
    do {
      return try JSONDecoder().decode(TrailersReport.self, from: Data(outcome.output.utf8))
    } catch {
      throw UnexpectedOutput(text: outcome.output + outcome.errors)
    }
  }
}

struct UnexpectedOutput: Error {
  let text: String
}

extension MockServerProcess {
  /// The settings that point the program at it.
  func environment(token: String?) -> [String: String] {
    var variables = ["MIXHOST_UPSTREAM_TMDB": address + "/tmdb"]
    variables["TMDB_TOKEN"] = token
    return variables
  }
}
