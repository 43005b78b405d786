import Foundation
import Glibc
import Testing

/// The `.env` of the folder that one stands in.
@Suite("Command: trust", .ownThreads)
struct TrustCommandTests {
  private static let line = "mixhost: .env of this folder is not trusted: mixhost trust .\n"
  private let env = """
    TMDB_TOKEN=0123456789abcdef0123456789abcdef
    MIXHOST_TMDB_LANGUAGE=de-DE
    MIXHOST_UPSTREAM_TMDB=http://127.0.0.1:9/evil
    set -a
    MIXHOST_CHART_LIMIT=7

    """

  private func language(_ program: Program, _ options: String...) throws -> Outcome {
    try program.run(options + ["-e", "print(mix.env.setting('tmdb.language'))"])
  }

  @Test("It is not read before it is trusted, nor once it has changed; one line says so")
  func trusted() throws {
    let program = try Program([".env": env])
    let before = try language(program)
    #expect(before.output == "en-US\n")
    #expect(before.errors == Self.line)
    let trusted = try program.run("trust", ".")
    #expect(trusted.status == 0)
    #expect(trusted.output.contains("  sets tmdb.token (TMDB_TOKEN)\n"))
    #expect(trusted.output.contains("  sets tmdb.language (MIXHOST_TMDB_LANGUAGE)\n"))
    #expect(
      trusted.output.contains("  does not fit chart.limit (MIXHOST_CHART_LIMIT): it must be one of")
    )
    #expect(!trusted.output.contains("sets chart.limit"))
    #expect(
      trusted.output.contains(
        "  does not set upstream.tmdb (MIXHOST_UPSTREAM_TMDB): mixhost config set upstream.tmdb …\n"
      ))
    #expect(trusted.output.contains(".env:4: expected NAME=VALUE"))
    #expect(!trusted.output.contains("0123456789abcdef"))
    let after = try language(program)
    #expect(after.output == "de-DE\n")
    #expect(after.errors.contains("mixhost: .env:4: expected NAME=VALUE"))
    #expect(after.errors.contains("mixhost: MIXHOST_UPSTREAM_TMDB of the file .env is ignored"))
    let shown = try program.run("config").output
    #expect(shown.contains(".env MIXHOST_TMDB_LANGUAGE"))
    #expect(!shown.contains("127.0.0.1:9"))
    try program.write(".env", env + "MIXHOST_TMDB_REGION=DE\n")
    #expect(try language(program).errors == Self.line)
    #expect(try program.run("trust", "--list").output.contains("changed: mixhost trust /"))
    try program.write(".env", env)
    #expect(try program.run("trust", "--remove", ".").status == 0)
    #expect(try language(program).errors == Self.line)
    #expect(try program.run("trust", "--list").output.isEmpty)
  }

  @Test("A file that an option names is read in its place, from wherever it is given")
  func named() throws {
    let program = try Program([".env": env, "far/x": "MIXHOST_TMDB_LANGUAGE=fr-FR\n"])
    let named = try language(program, "--env-file", "far/x")
    #expect(named.output == "fr-FR\n")
    #expect(named.errors.isEmpty)
    #expect(try language(program, "--isolate", "--env-file=far/x").output == "fr-FR\n")
    #expect(try language(program, "--env-file", "none").status == 2)
    #expect(
      try language(program, "--env-file", "far").errors.contains("it is a folder, not a file"))
  }

  @Test("A .env that is a pipe, or not there, holds nothing up")
  func pipes() throws {
    let program = try Program()
    #expect(try language(program).errors.isEmpty)
    #expect(try program.run("trust", ".").errors.contains("there is no ./.env"))
    #expect(try program.run("trust").status == 2)
    for path in [".env", "home/config/settings.json"] {
      try FileManager.default.createDirectory(
        at: program.folder.appending(path: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      #expect(mkfifo(program.folder.appending(path: path).path, 0o600) == 0)
    }
    let run = try language(program)
    #expect(run.output == "en-US\n")
    #expect(run.errors.contains("mixhost: cannot read .env: it is a pipe, not a file\n"))
    #expect(run.errors.contains("settings.json: it is a pipe"))
    #expect(mkfifo(program.folder.appending(path: "home/config/init.lua").path, 0o600) == 0)
    let stopped = try language(program)
    #expect(stopped.status == 1)
    #expect(stopped.errors.contains("init.lua: it is a pipe"))
  }

  @Test("Files that everybody may write to are nobody's word")
  func open() throws {
    let settings = "home/config/settings.json"
    let script = "home/config/init.lua"
    let program = try Program([
      settings: #"{"tmdb.language":"xx-XX"}"#, script: "return {['tmdb.region'] = 'DE'}",
    ])
    func set(_ path: String, _ mode: mode_t) {
      #expect(chmod(program.folder.appending(path: path).path, mode) == 0)
    }
    set(settings, 0o666)
    let run = try language(program)
    #expect(run.status == 0 && run.output == "en-US\n")
    #expect(run.errors.contains("settings.json: everybody may write to it (mode 666): chmod o-w"))
    set(settings, 0o644)
    #expect(try language(program).output == "xx-XX\n")
    set(script, 0o666)
    let stopped = try language(program)
    #expect(stopped.status == 1 && stopped.output.isEmpty)
    #expect(stopped.errors.contains("init.lua: everybody may write to it (mode 666): chmod o-w"))
  }

  @Test("config get says why a variable of the file does not count")
  func explained() throws {
    let program = try Program([".env": "MIXHOST_CONTACT=a@b.example\n"])
    let asked = try program.run("config", "get", "http.contact")
    #expect(asked.status == 1)
    #expect(asked.errors.hasPrefix(Self.line))
    #expect(asked.errors.contains("the file .env of this folder is not trusted, and is ignored"))
  }

  @Test("A home that everybody may write to is refused, by every command but help")
  func openHome() throws {
    let program = try Program()
    let home = program.folder.appending(path: "home").path
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    #expect(chmod(home, 0o777) == 0)
    for words in [["-e", "print(1)"], ["config"], ["serve"], ["books", "list"]] {
      let refused = try program.run(words)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("\(home) may be written by everybody: chmod o-w"))
    }
    #expect(try program.run("--version").status == 0)
  }
}
