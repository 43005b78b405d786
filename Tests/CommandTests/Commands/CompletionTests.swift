import Foundation
import Testing

@Suite("Command: completion", .ownThreads)
struct CompletionTests {
  /// The words that `--complete` gives.
  private func words(_ program: Program, _ line: String...) throws -> [String] {
    let outcome = try program.run(["--complete"] + line)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test("The first word: commands, programs, scripts, options")
  func first() throws {
    let program = try Program()
    let all = try words(program, "")
    for word in ["config", "rules", "chart", "books", "playlist", ":files"] {
      #expect(all.contains(word))
    }
    #expect(try words(program, "boo") == ["books", ":files"])
    #expect(try words(program, "--log-") == ["--log-level", "--log-format"])
    #expect(try words(program, "--log-format", "") == ["text", "json"])
    #expect(try words(program, "--home", "") == [":files"])
  }

  @Test("Commands, options and values of programs and of mixhost's own commands")
  func further() throws {
    let program = try Program()
    #expect(try words(program, "books", "re") == ["review", "remove", "retry", "reset"])
    #expect(try words(program, "books", "list", "--sta") == ["--status"])
    #expect(try words(program, "books", "list", "--status", "no") == ["not_found"])
    #expect(try words(program, "books", "list", "--status=no") == ["--status=not_found"])
    #expect(try words(program, "books", "list", "--status", "=", "no") == ["not_found"])
    #expect(try words(program, "trailers", "list", "--type", "") == ["all", "movies", "tv"])
    #expect(try words(program, "chart", "--csv", "") == [":files"])
    #expect(try words(program, "chart", "--concurrency", "").isEmpty)
    #expect(try words(program, "config", "set", "chart.ap") == ["chart.apple"])
    #expect(try words(program, "config", "set", "chart.catalogue", "i") == ["itunes"])
    #expect(try words(program, "config", "set", "http.offline", "") == ["on", "off"])
    #expect(try words(program, "rules", "copy", "match/books/c") == ["match/books/classic"])
    #expect(try words(program, "refresh", "now", "g") == ["grids"])
    #expect(try words(program, "match", "a.csv", "--with", "mus") == ["musicbrainz", ":files"])
    #expect(try words(program, "tags", "plan", "--with", "m") == ["musicbrainz"])
    #expect(try words(program, "link", "--rules", "match/tr") == ["match/tracks"])
    #expect(try words(program, "books", "run", "--rules", "") == ["classic", "standard"])
    #expect(try words(program, "docs", "mix.json.dec") == ["mix.json.decode"])
    #expect(try words(program, "--offline", "auth", "login", "s") == ["spotify"])
  }

  @Test("A script's options are not asked for: it would run")
  func script() throws {
    let program = try Program(["s.lua": "assert(mix.fs.write('made', 'x'))"])
    #expect(try words(program, "s.lua", "--") == [":files"])
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/made"))
  }

  @Test(
    "Nothing that is typed breaks it",
    arguments: ["\u{1B}", "--=", "=", "'\"", "-", "--home=", "é"])
  func oddWords(word: String) throws {
    let program = try Program()
    #expect(try program.run("--complete", word).status == 0)
    #expect(try program.run("--complete", "books", word, "").status == 0)
    #expect(try program.run("--complete").status == 0)
  }

  @Test("A user's program: its command when it is added, its options when it is accepted")
  func ownProgram() throws {
    let program = try Program()
    #expect(try program.run("programs", "new", "podcasts").status == 0)
    #expect(try program.run("programs", "add", "podcasts", "--yes").status == 0)
    #expect(try words(program, "podc") == ["podcasts", ":files"])
    #expect(try words(program, "podcasts", "--qui") == ["--quiet"])
    let accepted = program.folder.path + "/home/config/programs/.podcasts.accepted"
    if FileManager.default.fileExists(atPath: accepted) {
      try FileManager.default.removeItem(atPath: accepted)
      #expect(try words(program, "podcasts", "--qui") == [":files"])
    }
  }

  @Test("A placeholder is not offered as a word, a file in its place is")
  func placeholders() throws {
    let program = try Program()
    let services = try words(program, "match", "songs.csv", "--with", "")
    #expect(services.contains("deezer") && services.last == ":files")
    #expect(services.allSatisfy { $0.uppercased() != $0 })
    #expect(try words(program, "--log-level", "d") == ["debug"])
  }

  @Test("In the shells themselves", arguments: ["bash", "zsh", "fish"])
  func shells(shell: String) throws {
    let program = try Program()
    let text = try program.run("--generate-completion-script", shell)
    #expect(text.status == 0)
    guard
      let path = ["/usr/bin/", "/bin/"].map({ $0 + shell }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return }
    try text.output.write(
      toFile: program.folder.path + "/script", atomically: true, encoding: .utf8)
    let mixhost = Program.products.path + "/mixhost"
    let code =
      switch shell {
      case "bash":
        """
        . ./script; compopt() { :; }
        COMP_WORDS=(\(mixhost) books list --status no); COMP_CWORD=4; _mixhost; echo "${COMPREPLY[@]}"
        COMP_WORDS=(\(mixhost) scr); COMP_CWORD=1; _mixhost; echo "${COMPREPLY[@]}"
        """
      case "zsh":
        """
        compdef() { :; }; . ./script; _describe() { print -r -- ${(P)2}; }; _files() { ls -d scr*; }
        words=(\(mixhost) books list --status no); CURRENT=5; _mixhost
        words=(\(mixhost) scr); CURRENT=2; _mixhost
        """
      default:
        """
        set -gx PATH \(Program.products.path) $PATH; . ./script
        complete -C 'mixhost books list --status no'; complete -C 'mixhost scr'
        """
      }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-c", code]
    process.currentDirectoryURL = program.folder
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = program.folder.path
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(printed.contains("not_found") && printed.contains("script"), "\(printed)")
  }

  @Test("bash takes names as they are, whatever signs they hold")
  func oddNames() throws {
    let program = try Program(["y1.lua": "", "y[12].lua": "", "y *.lua": "", "y1 2.lua": ""])
    let script = try program.run("--generate-completion-script", "bash").output
    try program.write("script", script)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      . ./script; compopt() { :; }
      COMP_WORDS=(\(Program.products.path)/mixhost y); COMP_CWORD=1; _mixhost; printf '<%s>' "${COMPREPLY[@]}"
      """,
    ]
    process.currentDirectoryURL = program.folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    for name in ["y1.lua", "y[12].lua", "y *.lua", "y1 2.lua"] {
      #expect(printed.components(separatedBy: "<\(name)>").count == 2, "\(printed)")
    }
  }

  @Test("Another shell is named")
  func unknownShell() throws {
    let outcome = try Program().run("--generate-completion-script", "tcsh")
    #expect(outcome.status == 2 && outcome.errors.contains("bash, zsh, fish"))
  }
}
