import Foundation
import Testing

@testable import Files
@testable import MixCore
@testable import Notation

@Suite("Configuration")
struct ConfigurationTests {
  private let folder = TemporaryFolder()

  private func make(
    flags: [String: String] = [:], environment: EnvironmentVariables = [:]
  ) -> MixCore.Configuration {
    MixCore.Configuration(
      registry: TestPrograms.registry, flags: flags, environment: environment,
      envFile: EnvFile(named: folder.file(".env")),
      settingsPath: folder.file("settings.json"))
  }

  @Test("flags, environment, settings.json, init.lua, default: the first that has one counts")
  func precedence() throws {
    let name = "http.concurrency"
    var configuration = make()
    #expect(
      try configuration.value(for: name) == .init(text: "6", value: .int(6), source: .default))
    configuration.setInitScriptValues([name: "1"])
    #expect(try configuration.value(for: name)?.source == .initScript)
    try folder.write("{\"http.concurrency\": 2}", to: "settings.json")
    configuration = make()
    configuration.setInitScriptValues([name: "1"])
    #expect(
      try configuration.value(for: name) == .init(text: "2", value: .int(2), source: .settings))
    let environment: EnvironmentVariables = ["MIXHOST_HTTP_CONCURRENCY": "4"]
    #expect(try make(environment: environment).value(for: name)?.value == .int(4))
    let flagged = make(flags: [name: "5"], environment: environment)
    #expect(try flagged.value(for: name) == .init(text: "5", value: .int(5), source: .flag))
  }

  @Test("the customary names of tokens count, an empty variable does not")
  func customaryNames() throws {
    let configuration = make(environment: ["MIXHOST_TMDB_TOKEN": "", "TMDB_TOKEN": "abcdef"])
    #expect(try configuration.value(for: "tmdb.token")?.source == .environment("TMDB_TOKEN"))
    #expect(configuration.secrets == ["abcdef"])
    #expect(try make().string("tmdb.token") == nil)
  }

  @Test("typed reading")
  func typed() throws {
    let configuration = make(environment: ["MIXHOST_OFFLINE": "yes", "MIXHOST_LOG_LEVEL": "DEBUG"])
    #expect(try configuration.number("cache.ttl") == 86_400)
    #expect(try configuration.number("cache.max_bytes") == 500_000_000)
    #expect(try configuration.isOn("http.offline"))
    #expect(try configuration.string("log.level") == "debug")
    #expect(try configuration.string("http.concurrency") == nil)
  }

  @Test(
    "a text that does not fit is refused with its source",
    arguments: [
      ("http.concurrency", "0"), ("http.concurrency", "six"), ("http.offline", "maybe"),
      ("cache.ttl", "soon"), ("cache.max_bytes", "1KB"), ("log.level", "loud"),
      ("upstream.itunes", "ftp://x"), ("upstream.itunes", "https://"),
      ("upstream.itunes", "https://a?b"),
      ("upstream.itunes", "https://user@a"), ("chart.remote_url", "file:///x"),
      ("http.contact", "a\nb"), ("http.proxy", "http://a:8080\r"),
    ])
  func invalid(_ name: String, _ text: String) throws {
    let variable = try #require(TestPrograms.registry[name]?.environment.first)
    let error = #expect(throws: ConfigurationError.self) {
      try make(environment: [variable: text]).value(for: name)
    }
    #expect(error?.description.hasPrefix("\(name) from environment \(variable) must be") == true)
  }

  @Test("unknown names are refused with the nearest one")
  func unknown() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try make().value(for: "http.concurency")
    }
    #expect(error?.description == "unknown setting http.concurency; did you mean http.concurrency?")
    try folder.write("{\"cahce.ttl\": \"1h\"}", to: "settings.json")
    let unknown = make().unknownNames
    #expect(unknown.map(\.name) == ["cahce.ttl"])
    #expect(unknown.first?.suggestion == "cache.ttl")
  }

  @Test("the list masks secrets and tells problems")
  func list() throws {
    let configuration = make(environment: ["TMDB_TOKEN": "abcdef", "MIXHOST_LOG_LEVEL": "loud"])
    let lines = configuration.all()
    #expect(lines.map(\.name) == TestPrograms.registry.all.map(\.name))
    #expect(lines.first { $0.name == "tmdb.token" }?.text == "***")
    #expect(lines.first { $0.name == "log.level" }?.problem?.contains("one of trace") == true)
    #expect(lines.first { $0.name == "google_books.key" }?.text == nil)
    #expect(!"\(lines)".contains("abcdef"))
  }

  @Test("upstreams that stand elsewhere are rewritten, with or without a slash at the end")
  func upstreams() throws {
    #expect(try make().upstreamRewrites().isEmpty)
    let configuration = make(environment: ["MIXHOST_UPSTREAM_TMDB": "http://127.0.0.1:9/tmdb/"])
    let rewrites = try configuration.upstreamRewrites()
    #expect(rewrites.map(\.canonicalPrefix) == ["https://api.themoviedb.org/3"])
    #expect(rewrites.map(\.actualPrefix) == ["http://127.0.0.1:9/tmdb"])
  }

  @Test("other parts add settings")
  func extended() throws {
    var configuration = make(environment: ["MIXHOST_JOBS_WORKERS": "3"])
    configuration.registry = SettingRegistry([
      Setting("jobs.workers", .int(1...8), default: "2", "Workers.")
    ])
    #expect(try configuration.value(for: "jobs.workers")?.value == .int(3))
  }

  @Test("every default fits its own kind")
  func defaults() throws {
    for setting in TestPrograms.registry.all { _ = try make().value(for: setting.name) }
  }
}

@Suite("settings.json")
struct SettingsFileTests {
  private let folder = TemporaryFolder()

  private func make() -> MixCore.Configuration {
    MixCore.Configuration(environment: [:], settingsPath: folder.file("settings.json"))
  }

  @Test("set and unset keep everything else as it was")
  func keep() throws {
    let text = "{\"future\" : {\"a\":[1, 2.50, null]},\n \"note\":\"\\u00fc \\ud83d\\ude00\"}"
    try folder.write(text, to: "settings.json")
    var configuration = make()
    try configuration.set("http.concurrency", to: "12")
    try configuration.set("cache.ttl", to: "1h")
    try configuration.set("http.offline", to: "on")
    try configuration.set("http.contact", to: "a \"b\" \\ c")
    #expect(
      folder.text("settings.json") == """
        {
          "future": {"a":[1, 2.50, null]},
          "note": "\\u00fc \\ud83d\\ude00",
          "http.concurrency": 12,
          "cache.ttl": "1h",
          "http.offline": true,
          "http.contact": "a \\"b\\" \\\\ c"
        }

        """)
    #expect(try make().string("http.contact") == "a \"b\" \\ c")
    #expect(try make().isOn("http.offline"))
    try configuration.unset("http.concurrency")
    try configuration.unset("future")
    #expect(try make().value(for: "http.concurrency")?.source == .default)
    #expect(folder.text("settings.json")?.contains("future") == false)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("settings.json"))
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    #expect(folder.names == ["settings.json"])
  }

  @Test("what another program wrote meanwhile stays")
  func concurrent() throws {
    var first = make()
    var second = make()
    try first.set("log.level", to: "debug")
    try second.set("log.format", to: "json")
    #expect(try make().string("log.level") == "debug")
    #expect(try make().string("log.format") == "json")
  }

  @Test("settings that many write at the same moment are all kept")
  func together() async throws {
    let path = folder.file("settings.json")
    let names = ["log.level", "log.format", "cache.ttl", "http.offline", "http.contact"]
    let values = ["debug", "json", "1h", "on", "a@b.example"]
    let failures = Gathered<String>()
    await onThreads(names.count) { number in
      do {
        var configuration = MixCore.Configuration(environment: [:], settingsPath: path)
        try configuration.set(names[number], to: values[number])
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    for name in names { #expect(try make().value(for: name)?.source == .settings, "\(name)") }
    #expect(folder.names == ["settings.json"])
  }

  @Test("a link stays, also one to a file that is not there yet")
  func link() throws {
    let path = folder.file("settings.json")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "mine.json")
    var configuration = make()
    try configuration.set("log.level", to: "debug")
    try configuration.set("log.format", to: "json")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "mine.json")
    #expect(folder.text("mine.json")?.contains("debug") == true)
    #expect(folder.names == ["mine.json", "settings.json"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "away/mine.json")
    #expect(throws: FileError.self) { try configuration.set("log.level", to: "info") }
    #expect(folder.names == ["mine.json", "settings.json"])
  }

  @Test(
    "a damaged file is reported with its place and never overwritten",
    arguments: [
      ("{\n  \"a\": 1,\n}", 3, 1), ("[1]", 1, 1), ("{\"a\" 1}", 1, 6), ("{\"a\": 01}", 1, 7),
      ("{\"a\": tru}", 1, 7), ("{\"a\": 1} x", 1, 10), ("{\"a\": \"x", 1, 9),
      ("{\"a\": \"\\x\"}", 1, 9),
      ("{'a': 1}", 1, 2), ("{\"a\": \"\\ud800\"}", 1, 14), ("{\"a\": 1.}", 1, 7),
      ("{\"a\": NaN}", 1, 7),
      ("{\"a\": [1,]}", 1, 10), ("{", 1, 2),
    ])
  func damaged(_ text: String, _ line: Int, _ column: Int) throws {
    try folder.write(text, to: "settings.json")
    var configuration = make()
    let place = "\(folder.file("settings.json")):\(line):\(column): "
    #expect(configuration.problems.count == 1)
    #expect(configuration.problems.first?.hasPrefix(place) == true, "\(configuration.problems)")
    #expect(try configuration.value(for: "http.concurrency")?.source == .default)
    #expect(throws: ConfigurationError.self) { try configuration.set("log.level", to: "debug") }
    #expect(folder.text("settings.json") == text)
  }

  @Test("100,000 brackets are refused, not followed")
  func deep() throws {
    try folder.write("{\"a\":" + String(repeating: "[", count: 100_000), to: "settings.json")
    #expect(make().problems.first?.contains("nested too deep") == true)
  }

  @Test(
    "an empty file, an empty object and a byte order mark are fine",
    arguments: ["", " {} ", "\u{FEFF}{}"])
  func empty(_ text: String) throws {
    try folder.write(text, to: "settings.json")
    #expect(make().problems == [])
  }

  @Test("null counts as unset, a list is refused")
  func kinds() throws {
    try folder.write("{\"log.level\": null, \"cache.ttl\": [1]}", to: "settings.json")
    #expect(try make().value(for: "log.level")?.source == .default)
    #expect(throws: ConfigurationError.self) { try make().value(for: "cache.ttl") }
  }

  @Test("refused values and unknown names write nothing")
  func refused() throws {
    var configuration = make()
    #expect(throws: ConfigurationError.self) { try configuration.set("log.level", to: "loud") }
    #expect(throws: ConfigurationError.self) { try configuration.set("log.levle", to: "info") }
    #expect(throws: ConfigurationError.self) { try configuration.unset("log.levle") }
    var without = MixCore.Configuration(environment: [:])
    #expect(throws: ConfigurationError.noSettingsFile) { try without.set("log.level", to: "info") }
    #expect(folder.names == [])
  }
}
