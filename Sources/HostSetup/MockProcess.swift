internal import Glibc
package import MixCore
package import Notation

/// The imitated services of `--mock`: a helper program on a free loopback port. It ends with this
/// process, because its standard input then closes.
package struct MockProcess: Sendable {
  private let process: pid_t
  private let input: Int32
  /// The helper's address, such as `http://127.0.0.1:40123`.
  package let address: String
  /// The settings that the helper asks for.
  private let own: [String: String]
  /// Whether the rate limits of the real services apply to the mock, too (`limits=public`).
  package let keepsLimits: Bool
  /// The pace of time in the mock and its user (`pace=60@1795449600`); nil for real time.
  package let pace: TimePace?

  /// Starts the helper and waits for its address.
  /// - Parameter options: the helper's options, such as `latency=50ms,size=2000`.
  /// - Throws: ``UsageError``.
  package init(options: String) throws {
    guard let program = Self.helper else {
      throw UsageError("mixhost-server was not found beside mixhost; it serves the mock")
    }
    // The helper checks its own options.
    var helperOptions: [Substring] = []
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
        helperOptions.append(part)
        continue
      }
      guard let isPublic = ["public": true, "none": false][String(pair[1])] else {
        throw UsageError("--mock=limits takes public or none, not \"\(pair[1])\"")
      }
      keepsLimits = isPublic
    }
    (self.keepsLimits, self.pace) = (keepsLimits, pace)
    var arguments = [program, "mock", "--port", "0", "--until-stdin-closes", "--settings"]
    if !helperOptions.isEmpty { arguments += ["--options=" + helperOptions.joined(separator: ",")] }
    let pipes = Pipes()
    process = try pipes.spawn(program, arguments)
    input = pipes.input
    let line = pipes.readLine()
    var own: [String: String] = [:]
    // One setting on each line, ended by an empty line.
    while case let setting = pipes.readLine(), let equals = setting.firstIndex(of: "=") {
      own[String(setting[..<equals])] = String(setting[equals...].dropFirst())
    }
    self.own = own
    close(pipes.output)
    guard let start = line.firstRange(of: "http://")?.lowerBound else {
      // The helper has printed its error.
      var status: Int32 = 0
      waitpid(process, &status, 0)
      throw UsageError("")
    }
    address = String(line[start...])
  }

  package static var helper: String? {
    guard let folder = ShareFolder.programFolder else { return nil }
    let path = folder + "/mixhost-server"
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

  /// Ends the helper by closing its input.
  package func stop() {
    close(input)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}

/// The pipes of a child: the write end of its input and the read end of its output, which other
/// children do not inherit.
private struct Pipes {
  private(set) var input: Int32 = -1
  private(set) var output: Int32 = -1
  private var childInput: Int32 = -1
  private var childOutput: Int32 = -1

  init() {
    var first: [Int32] = [-1, -1]
    var second: [Int32] = [-1, -1]
    guard pipe(&first) == 0, pipe(&second) == 0 else { return }
    (childInput, input) = (first[0], first[1])
    (output, childOutput) = (second[0], second[1])
    for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  func spawn(_ program: String, _ arguments: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, childOutput, STDOUT_FILENO)
    for descriptor in [childInput, childOutput] {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // Ctrl-C is for the script; the helper ends when its input closes.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, &words, environ)
    close(childInput)
    close(childOutput)
    guard result == 0 else {
      throw UsageError("cannot start \(program): \(String(cString: strerror(result)))")
    }
    return process
  }

  /// The child's next line; empty at the end of its output.
  func readLine() -> String {
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
