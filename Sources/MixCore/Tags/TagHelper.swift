internal import Dispatch
internal import Files
internal import Glibc

/// The helper program `mixhost-tags`, in which TagLib reads and writes files: one process for each
/// call.
public struct TagHelper: Sendable {
  /// Most bytes of its answer.
  private static let mostBytes = 8_000_000
  /// Most seconds that it may take, including waits for the disk; its limit of CPU time is lower.
  private static let mostSeconds = 60
  /// Milliseconds between two checks for a stop.
  private static let look: Int32 = 50
  /// Most helpers at a time, because each may use memory up to its own limit.
  private static let slots = DispatchSemaphore(value: 4)

  private let program: String?

  /// Makes a helper.
  /// - Parameter program: its path; nil when it was not found.
  public init(program: String?) { self.program = program }

  /// Runs the helper to its end. Blocks.
  /// - Parameter words: its arguments.
  /// - Parameter file: the audio file.
  /// - Parameter stop: kills the helper.
  /// - Throws: ``TagFailure``; `CancellationError`.
  func run(_ words: [String], _ file: OpenFile, _ stop: WorkStop) throws -> AudioTags {
    while Self.slots.wait(timeout: .now() + .milliseconds(Int(Self.look))) == .timedOut {
      try stop.check()
    }
    defer { Self.slots.signal() }
    guard let program else { throw Self.notFound }
    let process = try Self.start([program] + words, file)
    let answer = Result { try Self.readAll(process, stop) }
    close(process.output)
    if case .failure = answer { process.signal(SIGKILL) }
    let ending = process.wait()
    let bytes = try answer.get()
    try Self.check(ending)
    return try AudioTags(answer: bytes)
  }

  private static func check(_ ending: ChildProcess.Ending) throws {
    let (signal, code) = (ending.signal, ending.code)
    if signal == SIGXCPU || signal == SIGKILL {
      throw endless
    }
    if signal != 0 { throw TagFailure.damaged("TagLib failed on it (signal \(signal))") }
    if code == 127 {
      throw TagFailure(
        .missing,
        "TagLib is missing, or is not the release that mixhost-tags was built with: on Debian 12 "
          + "apt install libtag1v5, on Debian 13 libtag2 with the package of that release (+deb13)")
    }
    guard code == 0 else { throw TagFailure.damaged("TagLib failed on it (exit code \(code))") }
  }

  private static let endless = TagFailure.damaged("TagLib did not come to an end with it")

  private static let notFound = TagFailure(
    .missing, "mixhost-tags was not found beside mixhost; it reads and writes tags")

  private static func start(_ words: [String], _ file: OpenFile) throws -> ChildProcess {
    do {
      // Ctrl-C on the terminal is for the script, which ends between two files.
      return try withExtendedLifetime(file) {
        try ChildProcess(
          words, output: true, errors: .nowhere, isApart: true, file: file.number)
      }
    } catch let error as ChildProcess.CannotStart {
      if error.code == ENOENT { throw notFound }
      if error.code == E2BIG { throw TagFailure(.limit, "the changes are too long") }
      throw TagFailure(.io, "mixhost-tags cannot be started: \(error)")
    }
  }

  /// Reads everything up to the end.
  /// - Throws: ``TagFailure`` for an answer that is too long or takes too long;
  ///   `CancellationError`.
  private static func readAll(_ child: ChildProcess, _ stop: WorkStop) throws -> [UInt8] {
    let end = ContinuousClock.now + .seconds(mostSeconds)
    var bytes: [UInt8] = []
    while bytes.count <= mostBytes {
      let next = child.nextOutput(patience: look)
      try stop.check()
      guard ContinuousClock.now < end else { throw Self.endless }
      guard let next else { continue }
      if next.isEmpty { return bytes }
      bytes += next
    }
    throw TagFailure(.limit, "it has more than 8 MB of tags")
  }
}
