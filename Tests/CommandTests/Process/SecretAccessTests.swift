import Foundation
import Testing

@Suite("Secrets that no script reaches")
struct SecretAccessTests {
  /// A program whose working folder is the user's home, as where a terminal opens.
  private static func atHome() throws -> (Program, [String: String]) {
    let program = try Program([
      ".config/mixhost/settings.json": #"{"tmdb.token": "SECRET-tmdb"}"#,
      ".config/mixhost/auth/key": "SECRET-key", ".local/state/mixhost/history": "SECRET-history",
      ".local/state/mixhost/server/token": "SECRET-server", ".ssh/id_rsa": "SECRET-ssh",
      ".cache/mixhost/http.sqlite": "SECRET-cache", ".env": "SECRET_ENV=1",
      "own/config/settings.json": #"{"http.contact": "SECRET-own"}"#,
      "own/state/server/token": "SECRET-own",
      "notes.txt": "plain",
      "read.lua": """
      for _, path in ipairs { ... } do
        local ok, text = pcall(mix.fs.read, path)
        print(path, ok and text or text.kind)
      end
      """,
    ])
    return (program, ["HOME": program.folder.path, "MIXHOST_HOME": ""])
  }

  private static let secrets = [
    ".config/mixhost/settings.json", ".config/mixhost/auth/key", ".local/state/mixhost/history",
    ".local/state/mixhost/server/token", ".ssh/id_rsa", ".cache/mixhost/http.sqlite", ".env",
  ]

  @Test("A script that was started in the home folder reads no settings, keys or hidden files")
  func homeAsWorkingFolder() throws {
    let (program, environment) = try Self.atHome()
    let outcome = try program.run(
      ["read.lua", "notes.txt"] + Self.secrets + ["/proc/self/environ"], environment: environment)
    #expect(!outcome.output.contains("SECRET"), "\(outcome.output)")
    #expect(outcome.output.hasPrefix("notes.txt\tplain\n"), "\(outcome.errors)")
    #expect(outcome.output.components(separatedBy: "\tdenied").count == 9, "\(outcome.output)")
  }

  @Test("Granting a folder above leaves mixhost's own files out; naming one opens it")
  func ancestors() throws {
    let (program, environment) = try Self.atHome()
    let own = Self.secrets.filter { $0.contains("mixhost") }
    for options in [["--allow-read", "."], ["--allow-read=/"], ["--mock", "--allow-read", "."]] {
      let outcome = try program.run(
        options + ["read.lua"] + own + ["/proc/self/environ"], environment: environment)
      #expect(!outcome.output.contains("SECRET"), "\(options): \(outcome.output)")
    }
    let named = try program.run(
      ["--allow-read", own[0], "--allow-read", ".ssh", "read.lua"] + Self.secrets,
      environment: environment)
    #expect(named.output.components(separatedBy: "SECRET").count == 3, "\(named.output)")
    let other = try program.run(
      ["--home", "own", "--allow-read", ".", "read.lua", "own/config/settings.json"]
        + ["own/state/server/token"] + own, environment: environment)
    #expect(!other.output.contains("SECRET"), "\(other.output)")
  }

  @Test("Variables with tokens, keys and passwords want --allow-env, whatever they begin with")
  func variables() throws {
    let program = try Program()
    let secret = [
      "MIXHOST_TMDB_TOKEN", "MIXHOST_GOOGLE_BOOKS_KEY", "MIXHOST_SERVER_TOKEN", "MIXHOST_X_SECRET",
      "MIXHOST_DB_PASSWORD", "MIXHOST_API_KEY", "MIXHOST_SESSION_ID", "MIXHOST_token",
    ]
    let environment = Dictionary(uniqueKeysWithValues: secret.map { ($0, "SECRET-value") })
      .merging(["MIXHOST_CONTACT": "me@example.org"]) { $1 }
    let code = """
      print(os.getenv("MIXHOST_CONTACT"))
      for _, name in ipairs { "\(secret.joined(separator: "\", \""))" } do
        print(os.getenv(name), (pcall(mix.env.get, name)))
      end
      print((pcall(mix.env.setting, "tmdb.token")))
      """
    let outcome = try program.run(["-e", code], environment: environment)
    #expect(
      outcome.output
        == "me@example.org\n" + String(repeating: "nil\tfalse\n", count: secret.count) + "false\n")
    let granted = try program.run(
      ["--allow-env", "MIXHOST_TMDB_TOKEN", "-e", "print(os.getenv('MIXHOST_TMDB_TOKEN'))"],
      environment: environment)
    #expect(granted.output == "SECRET-value\n")
  }

  @Test("--sandbox strict requires what was granted, and mixhost's own libraries")
  func strictRequire() throws {
    let program = try Program([
      "main.lua": "print(pcall(require, ...))", "beside.lua": "return 'loaded'",
      "lib/deep.lua": "return 'deep'", "home/config/rules/mine.lua": "return 'rule'",
      "home/config/rules/match/own.lua": "return {kind = 'match'}",
    ])
    let strict = ["--sandbox", "strict"]
    for name in ["beside", "lib.deep", "mine"] {
      let outcome = try program.run(strict + ["main.lua", name])
      #expect(outcome.output.hasPrefix("false\t"), "\(outcome.output)")
      #expect(outcome.output.contains("--allow-read"), "\(outcome.output)")
      #expect(try program.run("main.lua", name).output.hasPrefix("true\t"))
    }
    #expect(
      try program.run(strict + ["--allow-read", "lib", "main.lua", "lib.deep"]).output
        .hasPrefix("true\tdeep"))
    #expect(
      try program.run(strict + ["--allow-read", "beside.lua", "main.lua", "beside"]).output
        .hasPrefix("true\tloaded"))
    #expect(try program.run(strict + ["main.lua", "lib.match_words"]).output.hasPrefix("true\t"))
    let list = "for _, r in ipairs(mix.rules.list()) do print(r.name) end"
    #expect(try !program.run(strict + ["-e", list]).output.contains("match/own"))
    #expect(try program.run("-e", list).output.contains("match/own"))
    #expect(
      try program.run(strict + ["--allow-read", "home/config/rules", "-e", list]).output
        .contains("match/own"))
  }

  @Test("No control character of a script or upstream reaches the terminal by mixhost's own words")
  func controls() throws {
    let program = try Program([
      "log.lua": """
      local bad = "\\27]0;T\\7\\u{9b}31m\\u{202e}\\u{2066}\\u{200f}\\u{61c}"
      mix.log.error("m" .. bad, { ["k" .. bad .. "\\nforged: line"] = "v" .. bad })
      mix.log.error("t", { SECRETKEY_token = "hidden-value" })
      io.stderr:flush()
      error("e" .. bad)
      """,
      "bad_spec.lua": """
      it("name \\27]0;T\\7", function()
        print("printed \\u{9b}31m")
        error("failed \\u{202e}\\27[31m")
      end)
      """,
    ])
    let obeyed = Set<Unicode.Scalar>(
      ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}"])
    let log = try program.run("log.lua")
    #expect(!log.errors.unicodeScalars.contains(where: obeyed.contains), "\(log.errors)")
    #expect(!log.errors.contains("\nforged"))
    #expect(!log.errors.contains("hidden-value"))
    let spec = try program.run("test", "bad_spec.lua")
    #expect(spec.status == 1)
    #expect(spec.output.contains("printed"), "\(spec.output)")
    #expect(!spec.output.unicodeScalars.contains(where: obeyed.contains), "\(spec.output)")
    let shown = try program.run(
      "-e", "print(select(2, pcall(mix.fs.read, '/\\27]0;T\\7\\u{9b}x')))")
    #expect(!shown.output.unicodeScalars.contains(where: obeyed.contains), "\(shown.output)")
  }

  @Test("A pipe that the command line names is read, as ever")
  func namedPipe() throws {
    let program = try Program([
      "cat.lua": """
      local args = mix.args.parse { positional = { { "file", type = "path" } } }
      io.write(assert(mix.fs.read(args.file)))
      """
    ])
    let outcome = try program.run(
      ["--allow-read=/", "cat.lua"],
      wrapper: ["/bin/bash", "-c", #""$0" "$@" <(echo piped)"#])
    #expect(outcome.output == "piped\n", "\(outcome.errors)")
  }
}
