import Files
import Glibc

/// The output of another program.
enum ProcessOutput {
  private static let mostBytes = 1_048_576

  /// The standard output of a program; empty when it cannot start, its beginning when it takes too long.
  /// - Parameters:
  ///   - words: the program, by its path or by a name that is looked up in PATH, and its arguments.
  ///   - patience: how long to wait for more output, in milliseconds.
  static func text(_ words: [String], patience: Int32) -> String {
    guard let child = try? ChildProcess(words, output: true, errors: .nowhere) else { return "" }
    var bytes: [UInt8] = []
    while bytes.count < mostBytes, let next = child.nextOutput(patience: patience), !next.isEmpty {
      bytes += next
    }
    close(child.output)
    // It has closed its output, or is late.
    child.signal(SIGKILL)
    child.wait()
    return String(decoding: bytes, as: UTF8.self)
  }
}
