internal import Files
internal import Glibc
internal import Reactor

/// A log file that is replaced by a new one when it is full.
///
/// `mixhost.log` is the newest file, `mixhost.log.1` the one before. It is opened at the first
/// write. A line that cannot be written is dropped, and after a failure the file is given up,
/// because a log must never stop a program.
public final class RotatedFile: LogSink {
  private struct State {
    var file: Int32 = -1
    var size = 0
    var failed = false
  }

  // A mutex, because lines come from any thread.
  private let state = Guarded(State())
  private let folder: String
  private let maxBytes: Int
  private let maxFiles: Int

  /// Makes a file.
  /// - Parameters:
  ///   - folder: usually ``Home/logsFolder``; created at the first write.
  ///   - maxBytes: size from which a new file begins, 1 MB by default.
  ///   - maxFiles: most files, 5 by default.
  public init(folder: String, maxBytes: Int = 1_000_000, maxFiles: Int = 5) {
    self.folder = folder
    self.maxBytes = maxBytes
    self.maxFiles = maxFiles
  }

  deinit {
    let file = state.withLock { $0.file }
    if file >= 0 { close(file) }
  }

  /// Appends a line.
  public func write(_ line: String) {
    let bytes = Array(line.utf8)
    state.withLock { state in
      guard !state.failed else { return }
      do {
        if state.file < 0 { try open(&state) }
        if state.size > 0, state.size + bytes.count > maxBytes { try rotate(&state) }
        try PrivateFile.writeAll(bytes, to: state.file, path: path(0))
        state.size += bytes.count
      } catch {
        state.failed = true
      }
    }
  }

  /// The text of all files, the oldest first.
  /// - Throws: ``FileError``.
  public func contents() throws -> [UInt8] {
    try (0..<maxFiles).reversed().flatMap { try PrivateFile.read(path($0)) ?? [] }
  }

  /// Copies all files, the oldest first, into one. A link stays, and its file is written.
  /// - Returns: its size in bytes.
  /// - Throws: ``FileError``.
  @discardableResult
  public func export(to target: String) throws -> Int {
    let bytes = try contents()
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // A terminal or a pipe cannot be replaced, so it is written to.
      let file = Glibc.open(target, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw FileError("write", target) }
      defer { close(file) }
      try PrivateFile.writeAll(bytes, to: file, path: target)
    } else {
      try PrivateFile.write(bytes, to: PrivateFile.real(target) ?? target)
    }
    return bytes.count
  }

  /// The file of an age; 0 is the newest.
  func path(_ age: Int) -> String {
    age == 0 ? "\(folder)/mixhost.log" : "\(folder)/mixhost.log.\(age)"
  }

  private func open(_ state: inout State) throws {
    try PrivateFile.createFolder(folder)
    let file = Glibc.open(path(0), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError("write", path(0)) }
    state.file = file
    var status = stat()
    state.size = fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  private func rotate(_ state: inout State) throws {
    close(state.file)
    state.file = -1
    for age in (0..<maxFiles - 1).reversed() where access(path(age), F_OK) == 0 {
      try PrivateFile.rename(path(age), to: path(age + 1))
    }
    // With a single file there is no older name to move it to.
    if maxFiles == 1 { unlink(path(0)) }
    try open(&state)
  }
}
