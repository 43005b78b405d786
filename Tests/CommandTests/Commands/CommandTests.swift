import Foundation
import Testing

@Suite("Command: config, cache, logs", .ownThreads)
struct CommandTests {
  @Test func keepsSettingsWithTheirSource() throws {
    let program = try Program(["home/config/init.lua": "return {http = {concurrency = 3}}"])
    #expect(try program.run("config", "set", "log.level", "debug").status == 0)
    #expect(try program.run("config", "get", "log.level").output == "debug\n")
    let all = try program.run("config", environment: ["TMDB_TOKEN": "very-secret-token"])
    #expect(all.output.contains("settings.json"))
    #expect(!all.output.contains("very-secret-token"))
    #expect(all.output.contains("environment TMDB_TOKEN"))
    #expect(
      try program.run("-e", "print(mix.env.setting('http.concurrency'))").output == "3\n")
    #expect(try program.run("config", "unset", "log.level").status == 0)
    #expect(try program.run("config", "get", "log.level").output == "warning\n")
    let wrong = try program.run("config", "set", "http.concurrency", "many")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("http.concurrency"))
  }

  /// Hides /proc from a program, where a user may.
  private static let withoutProc = [
    "/usr/bin/unshare", "-rm", "/bin/sh", "-c", #"mount -t tmpfs none /proc && exec "$@""#, "sh",
  ]

  @Test(
    "The command line is read without /proc, too",
    .enabled { (try? Program().run(["--version"], wrapper: withoutProc + ["true"]))?.status == 0 })
  func readsItsArgumentsWithoutProc() throws {
    let program = try Program()
    let version = try program.run(["--version"], wrapper: Self.withoutProc)
    #expect(version.output.hasPrefix("mixhost "), "\(version.errors)")
    let code = try program.run(["-e", "print(arg[1])", "a b"], wrapper: Self.withoutProc)
    #expect(code.output == "a b\n", "\(code.errors)")
  }

  @Test func leavesADamagedSettingsFileAlone() throws {
    let program = try Program(["home/config/settings.json": "{\"log.level\": "])
    let outcome = try program.run("config", "set", "log.level", "info")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("settings.json:1:"))
    #expect(try program.read("home/config/settings.json") == "{\"log.level\": ")
  }

  @Test func showsAndClearsTheCache() throws {
    let program = try Program()
    try program.run("-e", "mix.cache.set('a', 'x') mix.cache.set('b', 'y', {ttl = 0.001})")
    #expect(try program.run("cache", "stats").output.contains("values    2"))
    #expect(try program.run("cache", "clear").output == "the cache is empty\n")
    #expect(
      try program.run("--home", program.folder.path + "/home", "cache", "stats").output.contains(
        "values    0"))
  }

  @Test func exportsLogsWithoutSecrets() throws {
    let program = try Program()
    try program.run(
      "-e", "mix.log.warn('asked https://api.example.org/x?token=abcdef123456')")
    let outcome = try program.run("logs", "--export", "out.log")
    #expect(outcome.status == 0)
    let text = try program.read("out.log")
    #expect(text.contains("api.example.org") && !text.contains("abcdef123456"))
    #expect(try program.run("logs").output == text)
  }
}
