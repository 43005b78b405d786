#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser
import ScriptHost

/// The catalogue's facts about its books, without serving them.
enum BookTruth {
  /// Rows that are made at once.
  private static let block = 1000

  /// Prints a Goodreads export.
  static func export(_ count: Int, _ options: MockOptions) async throws {
    guard (0...options.books).contains(count) else {
      Says.wrong(
        "--export-books: takes 0 to \(options.books), the number of books (--books), not '\(count)'"
      )
      throw ExitCode(2)
    }
    // A reader that leaves is not a failure.
    signal(SIGPIPE, SIG_DFL)
    let mocks = ServiceMocks(options, OAuthLedger(options))
    for first in stride(from: 0, through: count, by: block) {
      let text = try await mocks.run(
        "return require('lib.mock.export').text(...)",
        arguments: ["\(first)", "\(min(block, count - first))"]
      ).first?.shownText
      guard Says.write(text ?? "") else {
        throw failure("cannot write the export: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Prints how an export of works stands against the truth.
  static func score(_ path: String, _ options: MockOptions) async throws {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw failure("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { if path != "-" { close(file) } }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = read(file, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw failure("cannot read \(path): \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += block[..<count]
    }
    let results = try await ServiceMocks(options, OAuthLedger(options)).run(
      "return require('lib.mock.score').text(...)",
      arguments: [String(decoding: bytes, as: UTF8.self)])
    guard let score = results.first?.shownText else {
      throw failure("\(path): \(results.last?.shownText ?? "")")
    }
    Says.line(score)
  }

  private static func failure(_ message: String) -> ExitCode {
    Says.wrong(message)
    return .failure
  }
}

/// The output of the mock's commands.
enum Says {
  /// One line on standard output.
  static func line(_ text: String) { _ = write(text + "\n") }

  /// One line on standard error.
  static func wrong(_ message: String) {
    // Nowhere else to complain when standard error itself is closed.
    _ = write("mixhost: \(message)\n", to: STDERR_FILENO)
  }

  /// Writes a text whole.
  /// - Returns: false, with the reason in `errno`, when it cannot be written.
  static func write(_ text: String, to file: Int32 = STDOUT_FILENO) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }
}
