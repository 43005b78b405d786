import Foundation
import Glibc
import Testing

@testable import Files
@testable import MixCore
@testable import Notation

@Suite("The power of a .env")
struct EnvFileTests {
  private let folder = TemporaryFolder()

  private func make() -> MixCore.Configuration {
    MixCore.Configuration(
      registry: TestPrograms.registry, environment: [:],
      envFile: EnvFile(named: folder.file("x.env")), settingsPath: nil)
  }

  @Test("It sets credentials and options of programs")
  func counts() throws {
    try folder.write("TMDB_TOKEN=abc\nMIXHOST_BOOKS_PROVIDERS=b\nOTHER=1\n", to: "x.env")
    let configuration = make()
    let path = folder.file("x.env")
    #expect(try configuration.value(for: "tmdb.token")?.source.description == "\(path) TMDB_TOKEN")
    #expect(configuration.secrets == ["abc"])
    #expect(try configuration.string("books.providers") == "b")
    // A file is shared with other programs, and their variables are fine.
    #expect(configuration.notices == [])
  }

  @Test(
    "It sets no address, proxy, certificate, store, limit or grant",
    arguments: [
      ("MIXHOST_UPSTREAM_TMDB", "https://evil.example", "upstream.tmdb"),
      ("MIXHOST_HTTP_PROXY", "http://evil.example:1", "http.proxy"),
      ("https_proxy", "http://evil.example:1", "http.proxy"),
      ("SSL_CERT_FILE", "/tmp/ca.pem", "http.ca_file"),
      ("MIXHOST_STORE", "postgres://a@b/c", "store"),
      ("MIXHOST_SCRIPT_MAX_MEMORY", "900MB", "script.max_memory"),
      ("MIXHOST_HTTP_CREDENTIALS", "https://a.example=b:c", "http.credentials"),
      ("MIXHOST_AUTH_STORE", "evil", "auth.store"),
      // Of a program, and an address by its name or by its text.
      ("MIXHOST_CHART_REMOTE_URL", "https://evil.example", "chart.remote_url"),
      ("MIXHOST_GOOGLE_BOOKS_KEY", "https://evil.example", "google_books.key"),
    ])
  func refused(_ variable: String, _ text: String, _ setting: String) throws {
    try folder.write("\(variable)=\(text)\nTMDB_TOKEN=abc\n", to: "x.env")
    let configuration = make()
    let source = try configuration.value(for: setting)?.source
    #expect(source == nil || source == .default)
    #expect(try configuration.string("tmdb.token") == "abc")
    #expect(configuration.notices.count == 1)
    #expect(configuration.notices.first?.hasPrefix("\(variable) of the file ") == true)
    #expect(configuration.notices.first?.contains("mixhost config set \(setting) ") == true)
    #expect(configuration.notices.first?.contains(text) == false)
  }

  @Test("Many such variables are one message")
  func many() throws {
    let lines = (1...9).map { "MIXHOST_UNKNOWN_\($0)=x" }
    try folder.write(lines.joined(separator: "\n"), to: "x.env")
    #expect(make().notices.count == 1)
    #expect(make().notices.first?.contains("MIXHOST_UNKNOWN_5 and 4 more of the file") == true)
  }

  @Test("Foreign lines are named, at most three of them; the others count")
  func foreignLines() throws {
    try folder.write("set -a\nTMDB_TOKEN=abc\n. ./x\n{\n}\n", to: "x.env")
    let notices = make().notices
    #expect(notices.count == 4)
    #expect(
      notices.first == "\(folder.file("x.env")):1: expected NAME=VALUE; this line is ignored, "
        + "the others count")
    #expect(notices.last == "\(folder.file("x.env")): 1 more line is ignored")
    #expect(make().problems == notices)
    #expect(try make().string("tmdb.token") == "abc")
  }

  @Test(
    "A pipe, a device, a folder or a huge file in its place is named, and nobody waits for it",
    arguments: ["pipe", "device", "folder", "larger than 1MB"])
  func odd(_ kind: String) throws {
    let path = folder.file("x.env")
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "device":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    case "folder": #expect(mkdir(path, 0o700) == 0)
    default: try folder.write(String(repeating: "A=1\n", count: 300_000), to: "x.env")
    }
    #expect(make().notices.count == 1)
    #expect(make().notices.first?.contains("cannot read \(path): it is ") == true)
    #expect(make().notices.first?.contains(kind) == true)
    #expect(EnvFile.problem(path) == make().notices.first)
  }

  @Test(
    "A setting is an address by any word of its name, or by its default",
    arguments: [
      ("shop.site", nil, true), ("shop.mirror_name", nil, true), ("shop.domain", nil, true),
      ("shop.baseurl", nil, true), ("shop.url_2", nil, true), ("shop.Url2", nil, true),
      ("shop.server.name", nil, true), ("shop.x__hostname", nil, true), ("mirror.name", nil, false),
      ("shop.ghost", nil, false), ("shop.hours", nil, false), ("shop.language", "en-US", false),
      ("shop.a", "api.example.com", true), ("shop.a", "example.com:80/x", true),
      ("shop.a", "127.0.0.1:80", true), ("shop.a", "1.5", false), ("shop.a", "a b.c", false),
      ("shop.a", "x://y", true),
    ] as [(String, String?, Bool)])
  func address(_ name: String, _ text: String?, _ isAddress: Bool) {
    #expect(Setting(name, .string, default: text, "A setting.").isAddress == isAddress)
  }

  @Test(
    "A settings.json that others may write to does not count, and says what to do",
    arguments: [
      (0o600, nil), (0o644, nil), (0o664, nil),
      (0o666, "everybody may write to it (mode 666): chmod o-w"),
      (0o602, "everybody may write to it (mode 602): chmod o-w"),
    ] as [(mode_t, String?)])
  func openSettings(_ mode: mode_t, _ problem: String?) throws {
    let path = folder.file("settings.json")
    try folder.write(#"{"log.level":"debug"}"#, to: "settings.json")
    #expect(chmod(path, mode) == 0)
    var configuration = MixCore.Configuration(environment: [:], settingsPath: path)
    #expect(configuration.problem == problem.map { "cannot read \(path): \($0)" })
    #expect(
      try configuration.value(for: "log.level")?.source == (problem == nil ? .settings : .default))
    if problem != nil {
      #expect(throws: FileError.self) { try configuration.set("log.level", to: "info") }
    }
  }

  @Test(
    "A settings.json of another user, or of a group that may write to it, does not count",
    .enabled(if: geteuid() == 0, "it takes root to make one"))
  func strangeSettings() throws {
    let path = folder.file("settings.json")
    try folder.write(#"{"log.level":"debug"}"#, to: "settings.json")
    func problem() -> String {
      MixCore.Configuration(environment: [:], settingsPath: path).problem ?? ""
    }
    #expect(chown(path, 0, 65_534) == 0 && chmod(path, 0o664) == 0)
    #expect(problem().contains("the group 65534 may write to it (mode 664): chmod g-w"))
    #expect(chown(path, 65_534, 0) == 0 && chmod(path, 0o600) == 0)
    #expect(problem().contains("it belongs to another user (65534)"))
  }

  @Test("Many names take no longer than they are many")
  func manyNames() {
    let names = (0..<50_000).map { ("MIXHOST_UNKNOWN_\($0)", "x") }
    let values = Dictionary(uniqueKeysWithValues: names + [("TMDB_TOKEN", "x")])
    let found = TestPrograms.registry.names(values)
    #expect(found.counting.map(\.setting) == ["tmdb.token"] && found.ignored.count == 50_000)
  }

  @Test("A settings.json that is a pipe is a fault, not a wait")
  func settingsPipe() throws {
    let path = folder.file("settings.json")
    #expect(mkfifo(path, 0o600) == 0)
    var configuration = MixCore.Configuration(environment: [:], settingsPath: path)
    #expect(configuration.problem?.contains("it is a pipe") == true)
    #expect(throws: FileError.self) { try configuration.set("log.level", to: "info") }
  }

  @Test(
    "A folder is trusted with the file that it had, until it changes or the trust is taken back")
  func trust() throws {
    let home = Home(environment: [:], override: folder.file("home"))
    let trust = FolderTrust(home)
    try folder.write("A=1\n", to: ".env")
    let bytes = try #require(try EnvFile.bytes(of: folder.path))
    #expect(try !trust.covers(folder.path, bytes))
    try trust.add(folder.path, bytes)
    try trust.add("/elsewhere", [])
    #expect(try FolderTrust(home).covers(folder.path, bytes))
    #expect(try !trust.covers(folder.path, bytes + [1]))
    #expect(try !trust.covers(folder.path + "/below", bytes))
    #expect(try trust.folders().map(\.folder) == [folder.path, "/elsewhere"].sorted())
    #expect(try trust.remove(folder.path))
    #expect(try !trust.remove(folder.path))
    #expect(try !trust.covers(folder.path, bytes))
    #expect(try EnvFile.bytes(of: folder.file("home")) == nil)
  }

  @Test(
    "Another user's file is never trusted",
    .enabled(if: geteuid() == 0, "it takes root to make one"))
  func owner() throws {
    try folder.write("A=1\n", to: ".env")
    #expect(chown(folder.file(".env"), 65_534, 65_534) == 0)
    let error = #expect(throws: FileError.self) { try EnvFile.bytes(of: folder.path) }
    #expect(error?.description.contains("another user (65534)") == true)
  }
}
