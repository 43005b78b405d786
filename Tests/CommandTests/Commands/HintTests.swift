import Foundation
import Testing

@Suite("Command: hints and mistakes", .ownThreads)
struct HintTests {
  @Test("Help and hints name what the user typed")
  func typedCommand() throws {
    let program = try Program()
    let script = Program.repository.path + "/scripts/enrich.lua"
    for (typed, words) in [("books", ["books"]), (script, [script])] {
      let help = try program.run(words + ["--help"])
      #expect(help.output.contains("mixhost \(typed) import goodreads_library_export.csv"))
      #expect(help.output.contains("The options of each: mixhost \(typed) COMMAND --help"))
      let wrong = try program.run(words + ["rnu"])
      #expect(wrong.status == 2)
      #expect(
        wrong.errors.hasPrefix(
          "mixhost: there is no command \"rnu\" (did you mean run?); there are"))
      #expect(wrong.errors.hasSuffix("See mixhost \(typed) --help\n"))
      #expect(
        try program.run(words + ["list", "--sttus", "x"]).errors
          == "mixhost: unknown option --sttus; did you mean --status?\nSee mixhost \(typed) list --help\n"
      )
    }
    #expect(
      try program.run("feed").errors
        == "no channels are followed yet: mixhost feed follow FILE|ID|@HANDLE…\n")
    #expect(
      try program.run("rules", "eval", "--foo").errors.hasSuffix("See mixhost rules eval --help\n"))
  }

  @Test(
    "A mistake is one line without a time, a traceback or a name of the code",
    arguments: [
      (["books", "add"], 2, "--title TEXT"), (["rules", "explain", "x"], 2, "--query is missing"),
      (["refresh", "simulate", "--every", "1x"], 2, "--every takes 1m to 7d"),
      (["refresh", "now", "chrat"], 2, "did you mean chart?"),
      (["refresh", "explain", "chrat"], 2, "there is no refresher \"chrat\""),
      (["chart", "--country", "usa"], 2, "--country takes two letters"),
      (["chart", "--rules", "clasic"], 2, "no rules match/tracks/clasic (did you"),
      (["playlist", "open"], 1, "no playlist was built yet"),
      (["--mock", "trailers", "list", "--type", "moovies"], 2, "--type: \"moovies\" is not known"),
    ] as [([String], Int32, String)])
  func oneLine(words: [String], status: Int32, part: String) throws {
    let outcome = try Program().run(words)
    #expect(outcome.status == status)
    #expect(
      outcome.errors.hasPrefix("mixhost: ") && outcome.errors.contains(part), "\(outcome.errors)")
    #expect(
      outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("See mixhost") }.count == 1)
  }

  @Test("mix.ui.fail ends the script, within pcall too; mix.ui.problem does not")
  func failing() throws {
    let program = try Program()
    let ended = try program.run("-e", "pcall(mix.ui.fail, 'a\\27b: c', 2) print('on')")
    #expect(ended.status == 2 && ended.output.isEmpty && ended.errors == "mixhost: a␛b: c\n")
    let handedOn = try program.run(
      "-e", "local _, problem = mix.fs.read('nosuch.txt') mix.ui.fail(problem)")
    #expect(handedOn.status == 1 && handedOn.errors.hasPrefix("mixhost: "))
    #expect(handedOn.errors.contains("nosuch.txt") && !handedOn.errors.contains("main chunk"))
    let told = try program.run("-e", "print(1) mix.ui.problem('x') print(2)")
    #expect(told.status == 0 && told.output == "1\n2\n" && told.errors == "mixhost: x\n")
    #expect(try program.run("-e", "mix.ui.fail('x', 3)").errors.contains("1 or 2 expected, got 3"))
  }

  @Test(
    "For a function that scripts lack, the error names its replacement",
    arguments: [
      ("io.open('x')", "use mix.fs.read and mix.fs.write"),
      ("os.execute('ls')", "scripts start no programs; mix.fs reads"),
      ("os.remove('x')", "scripts remove no files"), ("mix.htp.get('x')", "did you mean mix.http?"),
      ("mix.http.gte('x')", "did you mean mix.http.get?"),
      ("mix.http.fetch('x')", "mix.http has client, delete, download,"),
    ])
  func advice(code: String, part: String) throws {
    let outcome = try Program().run("-e", code)
    #expect(outcome.status == 1 && outcome.errors.contains(part), "\(outcome.errors)")
  }

  @Test("The reference of a module, a function, a type; a name that is near")
  func reference() throws {
    let program = try Program()
    let module = try program.run("docs", "mix.json")
    #expect(
      module.status == 0 && module.output.contains("decode(") && !module.output.contains("\u{1B}"))
    #expect(try program.run("docs", "mix.json.decode").output.contains("example"))
    #expect(try program.run("docs", "mix.args.command").output.contains("mixhost chart"))
    let wrong = try program.run("docs", "mix.jsno")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean mix.json?"))
  }
}
