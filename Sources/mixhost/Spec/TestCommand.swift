import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import Notation
import ScriptHost

/// `mixhost test`: runs Lua specs.
struct TestCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Runs Lua specs written with busted's conventions.",
    discussion: """
      A path is a spec file, or a folder whose files *_spec.lua are run, those of its folders \
      included. Each file runs in an engine of its own, several at a time; a test ends after \
      --timeout (default 10s). See docs/testing.md.

      Examples:
        mixhost test
        mixhost test spec/chart_spec.lua --filter 'keeps the order'
        mixhost test --tags slow --junit report.xml
      """)

  @Argument(
    help:
      "Files and folders (default: spec, programs/*/spec and services, in scripts if that has them)."
  )
  var paths: [String] = []
  @Option(
    help: ArgumentHelp("Run tests whose full name has this Lua pattern.", valueName: "pattern"))
  var filter: [String] = []
  @Option(help: ArgumentHelp("Leave out tests whose full name has it.", valueName: "pattern"))
  var exclude: [String] = []
  @Option(
    help: ArgumentHelp("Run tests with #TAG in their full name; a,b: either.", valueName: "tag"))
  var tags: [String] = []
  @Option(help: ArgumentHelp("Leave out tests with #TAG.", valueName: "tag"))
  var excludeTags: [String] = []
  @Flag(help: "Name the tests, run none.") var list = false
  @Flag(help: "Run files and tests in another order.") var shuffle = false
  @Option(help: ArgumentHelp("The order of --shuffle, as a run printed it.", valueName: "n"))
  var seed: Int?
  @Flag(help: "Stop at the first failure.") var failFast = false
  @Flag(help: "Run all tests, whatever fails (the default).") var keepGoing = false
  @Flag(name: .customShort("v"), help: "Show every test, as --verbose does.") var isVerbose = false
  @Option(help: ArgumentHelp("Write a JUnit report, too.", valueName: "file")) var junit: String?
  @Flag(help: "Print one JSON document.") var json = false

  mutating func validate() throws {
    if failFast, keepGoing {
      throw ValidationError("--fail-fast and --keep-going exclude each other")
    }
    if junit == "-" {
      throw ValidationError("--junit takes a file: standard output has the report; see --json")
    }
    if let seed, !(0...Int(Int32.max)).contains(seed) {
      throw ValidationError("--seed takes 0 to \(Int32.max)")
    }
  }

  mutating func run(_ options: GlobalOptions) throws {
    guard options.record == nil, options.replay == nil else {
      throw UsageError("test takes no --record and no --replay; a spec uses mix.test.cassette")
    }
    guard let share = ShareFolder.path else {
      throw CommandFailure("the scripts that come with mixhost were not found")
    }
    // Before the tests run, which may take minutes.
    if let problem = junit.flatMap(PrivateFile.missingFolder) { throw CommandFailure(problem) }
    let order = shuffle || seed != nil ? seed ?? Int.random(in: 0..<1_000_000) : nil
    let selection = SpecSelection(
      filter: filter, exclude: exclude, tags: Self.words(tags),
      excludeTags: Self.words(excludeTags), seed: order, lists: list)
    let files = try SpecFiles.find(paths, seed: order)
    _ = ConfigCommand.told(options)
    var options = options
    options.folders = paths.isEmpty ? ["."] : []
    let session = SpecSession(options, share: share, selection, stopsAtFailure: failFast)
    let start = PresentTime.monotonic
    let color = OutputSettings(environment: ProcessEnvironment.all).color
    let (lists, isVerbose) = (list, isVerbose || options.verbose)
    let report = try session.run(files) { files, call in
      if let usage = files.lazy.compactMap(\.usageProblem).first { throw UsageError(usage) }
      return try SpecReport(
        files, seed: order, seconds: PresentTime.monotonic - start, lists: lists, color: color,
        isVerbose: isVerbose, call)
    }
    if let junit {
      let path = PrivateFile.real(junit) ?? junit
      do { try PrivateFile.write(Array(report.junit.utf8), to: path) } catch {
        throw CommandFailure("\(error)")
      }
    }
    try StandardOutput.write(json ? report.json : report.text)
    StandardOutput.flush()
    if !report.isGood { throw ExitCode(1) }
  }

  private static func words(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.map {
      $0.hasPrefix("#") ? String($0.dropFirst()) : String($0)
    }
  }
}
