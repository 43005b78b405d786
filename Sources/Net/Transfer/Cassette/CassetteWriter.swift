internal import Dispatch
internal import Files
internal import Glibc

// @unchecked Sendable: after `init` everything is touched on `queue` only.
/// Writes a recording, one whole line after the other, off the reactor.
///
/// The lines go to a file beside the one that was named, which takes its place with the first exchange
/// (or at the end of a run without any): a run that fails at once leaves an older recording as it was.
package final class CassetteWriter: @unchecked Sendable {  // confined: see above
  private let path: String
  private let temporary: String
  private let mask: CassetteMask
  private let file: Int32
  private let queue = DispatchQueue(label: "mixhost.cassette.writer")
  private var length = 0
  private var isPublished = false
  private var isOpen = true
  private var failure: CassetteError?

  /// - Throws: ``CassetteError`` when the file cannot be written, or holds something else.
  init(_ path: String, _ header: CassetteHeader, _ mask: CassetteMask) throws(CassetteError) {
    self.path = try Self.target(path)
    self.mask = mask
    temporary = "\(self.path).new-\(getpid())"
    file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CassetteError(path, FileError("write", path)) }
    write(header.line(mask))
    if let failure {
      abandon()
      throw failure
    }
  }

  /// Adds an exchange soon.
  func append(_ exchange: CassetteExchange) {
    queue.async { [self] in
      guard isOpen, failure == nil else { return }
      write(exchange.line(mask))
      if !isPublished { publish() }
    }
  }

  /// Closes the file when all lines are written.
  /// - Returns: why the recording is not complete; nil when it is.
  func finish() async -> CassetteError? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        if isOpen, failure == nil, !isPublished { publish() }
        if isOpen { abandon() }
        continuation.resume(returning: failure)
      }
    }
  }

  private func write(_ line: String) {
    do {
      try PrivateFile.writeAll(Array(line.utf8), to: file, path: path)
      length += line.utf8.count
    } catch {
      // Half a line would be one that a reader leaves out.
      _ = ftruncate(file, length)
      failure = (error as? FileError).map { CassetteError(path, $0) }
    }
  }

  private func publish() {
    guard failure == nil else { return }
    if rename(temporary, path) == 0 {
      isPublished = true
    } else {
      failure = CassetteError(path, FileError("write", path))
    }
  }

  private func abandon() {
    close(file)
    isOpen = false
    if !isPublished { unlink(temporary) }
  }

  /// The file behind links, when it is one that may be replaced: none, an empty one, a recording.
  private static func target(_ path: String) throws(CassetteError) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // A folder that is missing is named when the file is opened.
      if errno == ENOENT { return path }
      throw CassetteError(path, FileError("write", path))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CassetteError(path, "a recording goes to a regular file")
    }
    guard let resolved = realpath(path, nil) else {
      throw CassetteError(path, FileError("write", path))
    }
    defer { free(resolved) }
    if status.st_size > 0 {
      guard let bytes = try? PrivateFile.read(path),
        (try? CassetteHeader(bytes.prefix { $0 != 0x0A })) != nil
      else {
        throw CassetteError(
          path,
          "the file is not a recording and is not overwritten: choose another name, or remove it"
        )
      }
    }
    return String(cString: resolved)
  }
}
