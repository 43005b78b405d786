#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser

/// The catalogue's facts about its books, without serving them.
enum BookTruth {
  /// Prints a Goodreads export.
  static func export(_ count: Int, _ options: MockOptions) throws {
    guard (0...options.books).contains(count) else {
      complain(
        "--export-books: takes 0 to \(options.books), the number of books (--books), not '\(count)'"
      )
      throw ExitCode(2)
    }
    // A reader that leaves is not a failure.
    signal(SIGPIPE, SIG_DFL)
    var output = ExportOutput()
    ExportedBooks(options: options).writeGoodreads(count: count) { output.write($0) }
    output.flush()
    if let code = output.failure {
      throw failure("cannot write the export: \(String(cString: strerror(code)))")
    }
  }

  /// Prints how an export of works stands against the truth.
  static func score(_ path: String, _ options: MockOptions) throws {
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
    do {
      say(try BookScore(export: bytes, options: options).json)
    } catch let error as BookScoreError {
      throw failure("\(path): \(error.description)")
    }
  }

  /// One line on standard output.
  static func say(_ line: String) {
    var output = ExportOutput()
    output.write(line + "\n")
    output.flush()
  }

  /// One line on standard error.
  static func complain(_ message: String) {
    let bytes = Array("mixhost: \(message)\n".utf8)
    // Nowhere else to complain when standard error itself is closed.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func failure(_ message: String) -> ExitCode {
    complain(message)
    return .failure
  }
}

/// Standard output in blocks, which keeps the first error: what follows a gap is not written.
private struct ExportOutput {
  /// The errno of the write that failed.
  private(set) var failure: Int32?
  private var waiting: [UInt8] = []

  private static let block = 65_536

  mutating func write(_ text: String) {
    waiting += text.utf8
    if waiting.count >= Self.block { flush() }
  }

  mutating func flush() {
    var bytes = waiting[...]
    waiting = []
    while failure == nil, !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { failure = errno }
    }
  }
}
