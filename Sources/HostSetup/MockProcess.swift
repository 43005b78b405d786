internal import Files
internal import Glibc
package import MixCore
package import Notation

/// The imitated services of `--mock`: `mixhost mock` on a free loopback port. Its process ends with
/// this one, because its standard input then closes.
package struct MockProcess: Sendable {
  private let process: ChildProcess
  /// The mock's address, such as `http://127.0.0.1:40123`.
  package let address: String
  /// The settings that the mock asks for.
  private let own: [String: String]
  /// Whether the rate limits of the real services apply to the mock, too (`limits=public`).
  package let keepsLimits: Bool
  /// The pace of time in the mock and its user (`pace=60@1795449600`); nil for real time.
  package let pace: TimePace?

  /// Starts the mock and waits for its address.
  /// - Parameters:
  ///   - options: the mock's options, such as `latency=50ms,size=2000`.
  ///   - services: the folder above the user's services.
  /// - Throws: ``UsageError``.
  package init(options: String, services: String) throws {
    guard let program = Self.program else {
      throw UsageError("the program mixhost was not found; it serves the mock")
    }
    // The mock checks its own options.
    var mockOptions: [Substring] = []
    var keepsLimits = false
    var pace: TimePace?
    for part in options.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else {
        throw UsageError("--mock takes name=value,…, such as latency=50ms, not \"\(part)\"")
      }
      // The pace applies to both sides, because answers contain the time.
      if pair[0] == "pace" { pace = TimePace(parsing: pair[1]) }
      guard pair[0] == "limits" else {
        mockOptions.append(part)
        continue
      }
      guard let isPublic = ["public": true, "none": false][String(pair[1])] else {
        throw UsageError("--mock=limits takes public or none, not \"\(pair[1])\"")
      }
      keepsLimits = isPublic
    }
    (self.keepsLimits, self.pace) = (keepsLimits, pace)
    var arguments = [program, "mock", "--port", "0", "--until-stdin-closes", "--settings"]
    if !ServiceFolders.names(in: services + "/services").isEmpty {
      arguments += ["--services", services]
    }
    if !mockOptions.isEmpty { arguments += ["--options=" + mockOptions.joined(separator: ",")] }
    do {
      // Ctrl-C is for the script; the mock ends when its input closes.
      process = try ChildProcess(arguments, input: true, output: true, isApart: true)
    } catch {
      throw UsageError("cannot start \(program): \(error)")
    }
    let line = process.readLine()
    var own: [String: String] = [:]
    // One setting on each line, ended by an empty line.
    while case let setting = process.readLine(), let equals = setting.firstIndex(of: "=") {
      own[String(setting[..<equals])] = String(setting[equals...].dropFirst())
    }
    self.own = own
    close(process.output)
    guard let start = line.firstRange(of: "http://")?.lowerBound else {
      // The mock has printed its error.
      process.wait()
      throw UsageError("")
    }
    address = String(line[start...])
  }

  /// The mock that the options ask for, with the mocks of the user's services; nil where they ask for none.
  /// - Throws: ``UsageError``.
  package init?(of options: GlobalOptions) throws {
    guard let text = options.mock else { return nil }
    try self.init(
      options: text, services: Setup.programsHome(options, ProcessEnvironment.all).config)
  }

  /// `mixhost` itself, or the one beside a program of the tests.
  private static var program: String? {
    guard let folder = ShareFolder.programFolder else { return nil }
    let path = folder + "/mixhost"
    return access(path, X_OK) == 0 ? path : nil
  }

  /// The settings that direct every upstream to the mock, with the credentials and the user that it
  /// expects. An upstream that the mock does not know gets status 404 and never reaches the real
  /// service.
  package func settings(_ programs: ProgramCatalogue) -> [String: String] {
    var settings = own
    for upstream in programs.upstreams {
      settings[upstream.setting.name] = "\(address)/\(upstream.name)"
    }
    return settings
  }

  /// Ends the mock by closing its input.
  package func stop() {
    close(process.input)
    process.wait()
  }
}

extension ChildProcess {
  /// The child's next line; empty at the end of its output.
  fileprivate func readLine() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 || byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
