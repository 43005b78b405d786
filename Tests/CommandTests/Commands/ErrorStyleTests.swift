import Foundation
import Testing

/// A command line that is wrong, and what its user reads.
struct Mistake: CustomTestStringConvertible, Sendable {
  let words: [String]
  let status: Int32
  let part: String

  init(_ line: String, _ status: Int32, _ part: String) {
    words = line.split(separator: " ").map(String.init)
    self.status = status
    self.part = part
  }

  var testDescription: String { words.joined(separator: " ") }
}

/// Every command with wrong input: one line that says what is wrong and what to do.
@Suite("Command: errors of one style", .ownThreads)
struct ErrorStyleTests {
  private static let files = [
    "folder/inside": "", "empty": "", "text.txt": "words",
    "broken.lua": "return {", "found.json": "[]",
  ]

  static let mistakenWords: [Mistake] = [
    // A word that is not a command.
    Mistake("cahce", 2, "did you mean mixhost cache?"),
    Mistake("cache forgt", 2, "there is no command \"forgt\" (did you mean forget?); there are"),
    Mistake("config st a b", 2, "(did you mean set?)"),
    Mistake("refresh nwo chart", 2, "(did you mean now?)"),
    Mistake("rules lst", 2, "(did you mean list?)"),
    Mistake("programs lsit", 2, "(did you mean list?)"),
    Mistake("programs frobnicate", 2, "there are list, check, add, wants, accept, remove, new"),
    Mistake("auth logn", 2, "(did you mean login?)"),
    Mistake("books rnu", 2, "(did you mean run?)"),
    Mistake("playlist pln", 2, "(did you mean plan?)"),
    Mistake("trailers lst", 2, "did you mean list?"),
    Mistake("trailers serach river --json", 2, "did you mean search?"),
    Mistake("help cahce", 2, "did you mean mixhost cache?"),
    // An unknown option.
    Mistake("cache stats --foo", 2, "unknown option --foo"),
    Mistake("backup x --froce", 2, "unknown option --froce; did you mean --force?"),
    Mistake("logs --exprot x", 2, "did you mean --export?"),
    Mistake("doctor --liv", 2, "did you mean --live?"),
    Mistake("--timeot 3s", 2, "unknown option --timeot; did you mean --timeout?"),
    Mistake("mock --lgo x", 2, "did you mean --log?"),
    Mistake("serve --prot 1", 2, "did you mean --port?"),
    Mistake("test --foo", 2, "unknown option --foo"),
    Mistake("chart --tpo 3", 2, "did you mean --top?"),
    // Too much, and too little.
    Mistake("cache show", 2, "URL is missing"),
    Mistake("config set", 2, "KEY is missing"),
    Mistake("backup", 2, "FILE is missing"),
    Mistake("programs add", 2, "FOLDER is missing"),
    Mistake("rules copy", 2, "NAME is missing"),
    Mistake("books import", 2, "FILE is missing"),
    Mistake("test --filter", 2, "--filter needs a value"),
    Mistake("--timeout", 2, "--timeout needs a value"),
    Mistake("cache stats extra", 2, "unexpected argument \"extra\""),
    Mistake("backup a b", 2, "unexpected argument \"b\""),
    Mistake("config set chart.every 1h more", 2, "unexpected argument \"more\""),
    Mistake("serve extra", 2, "unexpected argument \"extra\""),
    Mistake("mock extra", 2, "there is no command \"extra\"; there are check"),
    // A value that does not fit.
    Mistake(
      "new scrpt x", 2, "KIND takes one of script, program, rule, service, not \"scrpt\"; did you"),
    Mistake("new rule a/b", 2, "is not a name for a rule"),
    Mistake("serve --port abc", 2, "--port does not take \"abc\""),
    Mistake("mock --port abc", 2, "--port takes 0 to 65535, not 'abc'"),
    Mistake("--mock=latency=abc -e x()", 2, "--mock=latency takes a time such as 20ms"),
    Mistake("--clock -1h -e x()", 2, "unknown option --clock"),
    Mistake("mock --size -5", 2, "--size takes 1 to 100000000, not '-5'"),
    Mistake("serve --concurrency -3", 2, "-3"),
    Mistake("config set http.total_timeout -1", 2, "write \"-- -1\" if -1 is meant"),
    Mistake("mock --clock soon", 2, "--clock takes a time such as +1h"),
    Mistake("chart --top many", 2, "--top takes a whole number"),
    Mistake("feed frobnicate", 2, "COMMAND takes one of"),
    Mistake("config set http.concurrency abc", 2, "whole number from 1 to 256, not \"abc\""),
    Mistake("--record - -e x()", 2, "--record takes a file"),
    Mistake("backup -", 2, "a copy takes a file"),
    Mistake("feed -aaaaaaaaa1", 2, "goes behind --, such as -- -aaaaaaaaa1"),
    Mistake("feed read --aaaaaaaa1", 2, "goes behind --, such as -- --aaaaaaaa1"),
    Mistake("config get -abc", 2, "write \"-- -abc\" if -abc is meant"),
    // A name that is not there.
    Mistake("config set htp.contact x", 2, "did you mean http.contact?"),
    Mistake("config get chart.evry", 2, "did you mean chart.every?"),
    Mistake("config set tmdb x", 2, "did you mean tmdb."),
    Mistake("books add Sabriel", 2, "it is given as an option, such as --title TEXT"),
    Mistake("rules copy match/boks", 1, "did you mean match/books?"),
    Mistake("rules check mtch/books", 2, "(did you mean match?)"),
    Mistake(
      "rules explain match/boks --query {} --candidates found.json", 2, "did you mean match/books?"),
    Mistake(
      "rules explain match/books --query {} --candidates [{}]", 2,
      "or - for JSON on standard input"),
    Mistake("match a.csv b.csv --with c.csv", 2, "--with names the other list"),
    Mistake("screen chart", 2, "did you mean chart/charts?"),
    Mistake("books run --rules clasic", 2, "(did you mean classic?)"),
    Mistake("books review --rules clasic", 2, "(did you mean classic?)"),
    Mistake("--mock playlist plan --rules clasic", 2, "(did you mean classic?)"),
    Mistake("refresh simulate adaptve", 2, "(did you mean adaptive?)"),
    Mistake("refresh explain chrat", 2, "(did you mean chart?)"),
    Mistake("refresh now chrat", 2, "(did you mean chart?)"),
    Mistake("programs remove chart", 1, "chart comes with mixhost"),
    Mistake("programs accept nobody", 1, "there is no program 'nobody' of yours"),
    Mistake("auth login spotfy", 2, "did you mean spotify?"),
    Mistake("docs mix.htp", 2, "did you mean mix.http?"),
  ]

  /// Files that are not there, folders in place of files, no text: `DIR` stands for the folder.
  static let mistakenPaths: [Mistake] = [
    Mistake("nosuch.lua", 2, "cannot read nosuch.lua"),
    Mistake("songs.csv", 2, "is a table (.csv), not a Lua script: mixhost match songs.csv"),
    Mistake("folder/", 2, "cannot read folder/: Is a directory"),
    Mistake("utf16.lua", 1, "UTF-16"),
    Mistake("broken.lua", 1, "broken.lua:"),
    Mistake("books import nosuch", 1, "cannot read nosuch"),
    Mistake("books import folder", 1, "folder: no metadata.opf is in it or below it"),
    Mistake("books import text.txt", 1, "no column is named \"title\""),
    Mistake("rules eval match/books --pairs nosuch", 1, "cannot read nosuch"),
    Mistake("rules eval match/books --pairs folder", 1, "Is a directory"),
    Mistake("rules check broken.lua", 1, "broken.lua:"),
    Mistake("restore nosuch", 1, "there is no file nosuch"),
    Mistake("restore folder", 1, "is not a regular file"),
    Mistake("restore text.txt", 1, "damaged"),
    Mistake("logs --export folder", 1, "cannot write folder: Is a directory"),
    Mistake("test nosuch", 2, "cannot read nosuch"),
    Mistake("test folder", 2, "no file *_spec.lua in folder"),
    Mistake("programs check nosuch", 1, "there is no folder nosuch"),
    Mistake("programs check folder", 1, "folder holds no program.lua"),
    Mistake("programs add text.txt", 1, "holds no program.lua"),
    Mistake("--replay nosuch -e x()", 1, "nosuch"),
    Mistake("--replay folder -e x()", 1, "folder"),
    Mistake("--replay text.txt -e x()", 1, "text.txt"),
    Mistake("--record nosuch/x -e x()", 1, "nosuch/x"),
    Mistake("--ca nosuch -e x()", 2, "--ca takes a PEM file"),
    Mistake("serve --certificate nosuch --key nosuch --port 0", 1, "nosuch"),
  ]

  @Test("Words, options and values", arguments: mistakenWords)
  func words(_ mistake: Mistake) throws { try check(mistake) }

  @Test("Files", arguments: mistakenPaths)
  func paths(_ mistake: Mistake) throws { try check(mistake) }

  private func check(_ mistake: Mistake) throws {
    let program = try Program(Self.files)
    try Data([0xFF, 0xFE, 0x70, 0]).write(to: program.folder.appending(path: "utf16.lua"))
    let outcome = try program.run(mistake.words)
    #expect(outcome.status == mistake.status, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains(mistake.part), "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("mixhost: ") == true, "\(outcome.errors)")
    // A script's error shows the place in its text; nothing else has further lines.
    let further = lines.dropFirst().filter { !$0.hasPrefix("See mixhost") && !$0.hasPrefix(" ") }
    #expect(further.isEmpty, "\(outcome.errors)")
    for sign in [
      "in function", "in main chunk", "stack traceback", "/scripts/", "Error:", "Usage:",
    ] {
      #expect(!outcome.errors.contains(sign), "\(outcome.errors)")
    }
    #expect(!outcome.errors.contains(/\d\d:\d\d:\d\d/), "\(outcome.errors)")
  }

  @Test("In a working folder that was deleted, a file's name says so")
  func noFolder() throws {
    let program = try Program()
    let gone = ["/bin/sh", "-c", #"mkdir gone && cd gone && rm -r ../gone && exec "$@""#, "sh"]
    for words in [["books", "import", "x.csv"], ["match", "x.csv", "--with", "y.csv"]] {
      let outcome = try program.run(words, wrapper: gone)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      let reason = "the folder that you are in cannot be found any more; change to another one"
      #expect(outcome.errors == "mixhost: x.csv: \(reason)\n")
    }
  }

  @Test("help and --help are one, for commands, their parts and programs")
  func help() throws {
    let program = try Program()
    for words in [
      ["cache"], ["cache", "show"], ["rules", "eval"], ["chart"], ["auth"], ["serve"],
    ] {
      let long = try program.run(words + ["--help"])
      let short = try program.run(["help"] + words)
      #expect(short.status == 0 && !short.output.isEmpty && short.output == long.output, "\(words)")
    }
    #expect(try program.run("cache", "help", "show").output.contains("mixhost cache show"))
  }

  @Test("help alone names every command on one screen")
  func helpScreen() throws {
    let program = try Program()
    let screen = try program.run("help").output
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
    let programs = try program.run("programs", "list", "--json").output
      .matches(of: /"name":"(\w+)"/).map { String($0.1) }
    let commands = try program.run("--help").output
      .matches(of: #/(?m)^  ([a-z]+)   /#).map { String($0.1) }
    #expect(programs.count > 10 && commands.count > 15)
    for name in programs + commands where name != "help" {
      #expect(screen.contains(name), "\(name)")
    }
  }
}
