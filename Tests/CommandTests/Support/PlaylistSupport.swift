import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A home that is signed in to a mocked Spotify, which keeps its playlists from run to run.
final class SignedIn {
  struct Write: Decodable, Equatable {
    let method: String
    let path: String
    let query: String
    let status: Int

    var isOfPlaylists: Bool { path.contains("/playlists") && method != "GET" }
  }

  let program: Program
  private let mock: MockServerProcess
  private var base: String { mock.address }

  /// - Parameter options: as those of `mixhost mock`.
  init(_ options: String..., files: [String: String] = [:]) async throws {
    program = try Program(files)
    mock = try MockServerProcess(["--log", program.folder.path + "/log.ndjson"] + options)
    try await signIn()
  }

  var environment: [String: String] {
    [
      "SPOTIFY_CLIENT_ID": "mixhost-mock", "MIXHOST_UPSTREAM_SPOTIFY_API": base + "/spotify_api",
      "MIXHOST_UPSTREAM_SPOTIFY_ACCOUNTS": base + "/spotify_accounts",
      "MIXHOST_UPSTREAM_DEEZER": base + "/deezer",
    ]
  }

  /// Plays the user's browser.
  private func signIn() async throws {
    let login = program.process(
      ["auth", "login", "spotify", "--no-browser", "--port", "0"], environment: environment)
    let output = Pipe()
    login.standardOutput = output
    login.standardError = output
    try login.run()
    var text = ""
    var address: String?
    while address == nil {
      let part = output.fileHandleForReading.availableData
      try #require(!part.isEmpty, "\(text)")
      text += String(decoding: part, as: UTF8.self)
      address = text.split(whereSeparator: \.isWhitespace)
        .first { $0.contains("/authorize?") && text.contains("\($0)\n") }.map(String.init)
    }
    let page = try #require(address.flatMap { URL(string: $0) })
    _ = try await URLSession(configuration: .ephemeral).data(from: page)
    _ = output.fileHandleForReading.readDataToEndOfFile()
    login.waitUntilExit()
    try #require(login.terminationStatus == 0)
  }

  /// Runs playlist.lua.
  @discardableResult
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try program.run(command(arguments), input: input, environment: environment)
  }

  func process(_ arguments: String...) -> Process {
    program.process(command(arguments), environment: environment)
  }

  private func command(_ arguments: [String]) -> [String] {
    [Program.script("scripts/playlist.lua")] + arguments
  }

  /// The requests that changed playlists so far.
  func writes() throws -> [Write] {
    // A line that is being written does not count yet.
    let lines = try program.read("log.ndjson")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return try lines.map { try JSONDecoder().decode(Write.self, from: Data($0.utf8)) }
      .filter(\.isOfPlaylists)
  }

  private struct Page: Decodable {
    struct Entry: Decodable {
      struct Content: Decodable {
        let uri: String
      }
      let item: Content
    }
    let items: [Entry]
    let next: String?
  }

  /// Reads a page, past the faults of the mock.
  private func page(_ request: URLRequest) async throws -> Page {
    for _ in 0..<50 {
      guard let (data, _) = try? await URLSession(configuration: .ephemeral).data(for: request),
        let page = try? JSONDecoder().decode(Page.self, from: data)
      else { continue }
      return page
    }
    throw URLError(.badServerResponse)
  }

  private func request(_ path: String) throws -> URLRequest {
    let token = try program.run(["auth", "token", "spotify"], environment: environment).output
    var request = URLRequest(url: try #require(URL(string: base + "/spotify_api" + path)))
    request.setValue(
      "Bearer \(token.trimmingCharacters(in: .whitespacesAndNewlines))",
      forHTTPHeaderField: "Authorization")
    return request
  }

  struct Playlist: Decodable {
    struct Owner: Decodable {
      let id: String
    }
    struct Count: Decodable {
      let total: Int
    }
    let id: String
    let name: String
    let description: String
    let owner: Owner
    let items: Count?
    let tracks: Count?

    var total: Int { items?.total ?? tracks?.total ?? 0 }
  }

  /// All playlists of the account.
  func playlists() async throws -> [Playlist] {
    struct List: Decodable {
      let items: [Playlist]
      let next: String?
    }
    var all: [Playlist] = []
    // A page may hold fewer than were asked for.
    for offset in stride(from: 0, to: 10_000, by: 50) {
      let (data, _) = try await URLSession(configuration: .ephemeral).data(
        for: try request("/me/playlists?limit=50&offset=\(offset)"))
      let list = try JSONDecoder().decode(List.self, from: data)
      all += list.items
      if list.next == nil { break }
    }
    return all
  }

  /// The playlist of a name that belongs to an account.
  func playlist(_ name: String, of owner: String) async throws -> String {
    guard
      let found = try await playlists().first(where: { $0.name == name && $0.owner.id == owner })
    else { throw URLError(.fileDoesNotExist) }
    return found.id
  }

  /// Asks something that a fault may hold back; the next request is not held.
  func probe() async {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 1
    guard let request = try? request("/me") else { return }
    _ = try? await URLSession(configuration: configuration).data(for: request)
  }

  /// The items of a playlist, as Spotify lists them.
  func items(_ playlist: String) async throws -> [String] {
    var uris: [String] = []
    for offset in stride(from: 0, to: 10_000, by: 50) {
      let page = try await page(
        try request("/playlists/\(playlist)/items?limit=50&offset=\(offset)"))
      uris += page.items.map(\.item.uri)
      if page.next == nil { break }
    }
    return uris
  }
}

/// The output of `playlist.lua build --json`.
struct BuildReport: Decodable {
  struct Stats: Decodable, Equatable {
    let playlist_name: String
    let artists_retrieved: Int
    let top_tracks_retrieved: Int
    let variants_deduped: Int
    let total_prepared: Int
    let total_uploaded: Int
  }
  struct Playlist: Decodable {
    let id: String
    let url: String
  }
  struct Plan: Decodable, Equatable {
    struct Write: Decodable, Equatable {
      let write: String
      let uris: [String]?
      let name: String?
      let `public`: Bool?
    }
    let action: String
    let playlist: String?
    let name: String
    let writes: [Write]
    let notes: [String]
  }
  let dry_run: Bool
  let reused: Bool
  let plan: Plan
  let playlist: Playlist?
  let stats: Stats
  let prepared: [String]
  let added: [String]
  let sources: [String: Int]

  init(_ outcome: Outcome) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(outcome.output.utf8))
  }
}
