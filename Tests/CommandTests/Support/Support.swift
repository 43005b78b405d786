import Foundation

/// The results of a run of the program.
struct Outcome {
  let status: Int32
  let output: String
  let errors: String
}

/// Runs the built program in a home and working folder of its own.
final class Program {
  let folder: URL

  /// The folder of the built products.
  static let products: URL = {
    // The test bundle lies beside the programs.
    var arguments = ProcessInfo.processInfo.arguments.makeIterator()
    while let argument = arguments.next() {
      if argument == "--test-bundle-path", let path = arguments.next() {
        return URL(filePath: path).deletingLastPathComponent()
      }
    }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The repository.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "mixhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ name: String, _ text: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// A script of the repository.
  static func script(_ name: String) -> String { repository.appending(path: name).path }

  /// Makes a process that has not started.
  /// - Parameter wrapper: a command that gets the program and its arguments as its last ones.
  func process(
    _ arguments: [String], environment: [String: String] = [:], wrapper: [String] = []
  ) -> Process {
    let process = Process()
    let command = wrapper + [Self.products.appending(path: "mixhost").path] + arguments
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    var variables = ["PATH": "/usr/bin:/bin", "MIXHOST_HOME": folder.path + "/home"]
    variables.merge(environment) { $1 }
    process.environment = variables
    return process
  }

  /// Runs the program until standard error says `text`, then presses Ctrl-C.
  func interrupted(_ arguments: String..., when text: String) throws -> Outcome {
    let process = process(arguments)
    try write("interrupted-err", "")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(
      forWritingTo: folder.appending(path: "interrupted-err"))
    try process.run()
    while process.isRunning, !(try read("interrupted-err").contains(text)) { usleep(2_000) }
    process.interrupt()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: "", errors: try read("interrupted-err"))
  }

  /// As below, with the arguments one by one.
  @discardableResult
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the program to its end. Output goes through files, so that no pipe can fill up.
  @discardableResult
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    wrapper: [String] = []
  ) throws -> Outcome {
    let process = process(arguments, environment: environment, wrapper: wrapper)
    let names = ["stdin", "stdout", "stderr"].map { "\($0)-\(UUID().uuidString)" }
    try write(names[0], input)
    for name in names.dropFirst() { try write(name, "") }
    process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: names[0]))
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: names[1]))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: names[2]))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try read(names[1]), errors: try read(names[2]))
  }
}
