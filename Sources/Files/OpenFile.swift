internal import CFiles
internal import Glibc
internal import Synchronization

/// A file descriptor that is closed when its last reference goes.
public final class OpenFile: Sendable {
  private let descriptor: Atomic<Int32>

  /// The descriptor's number, for calls that do not keep it.
  public var number: Int32 { descriptor.load(ordering: .relaxed) }

  /// Wraps the result of a system call that opens a file.
  init(_ number: Int32) throws(FileFailure) {
    descriptor = Atomic(number)
    if number < 0 { throw FileFailure() }
  }

  private init(kept number: Int32) { descriptor = Atomic(number) }

  /// The process's standard input, which stays open.
  public static let standardInput = OpenFile(kept: STDIN_FILENO)

  deinit {
    let number = number
    if number >= 0 { close(number) }
  }

  /// Hands the descriptor over; the caller closes it.
  func release() -> Int32 { descriptor.exchange(-1, ordering: .relaxed) }

  /// Opens a path below this folder, following no link.
  func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(FileFailure) -> OpenFile {
    try OpenFile(cfiles_open_beneath(number, path, flags, mode))
  }

  func status() throws(FileFailure) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw FileFailure() }
    return status
  }

  /// The size in bytes of a regular file; nil for a pipe or a device.
  public var size: Int? {
    guard let status = try? status(), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  // Linux's values (lseek(2)), which the Glibc module lacks.
  private static let (seekData, seekHole): (Int32, Int32) = (3, 4)

  /// Whether more than `most` bytes of a regular file are holes, as far as the file system reports
  /// them. Moves the read position to the beginning.
  public func hasHoles(over most: Int) -> Bool {
    defer { lseek(number, 0, SEEK_SET) }
    guard let size else { return false }
    var (place, holes) = (0, 0)
    while place < size, holes <= most {
      let hole = Int(lseek(number, off_t(place), Self.seekHole))
      guard hole >= 0, hole < size else { break }
      let data = Int(lseek(number, off_t(hole), Self.seekData))
      // No data follows the last hole.
      place = data < 0 ? size : data
      holes += place - hole
    }
    return holes > most
  }

  /// Reads the next bytes, at most `count`; none at the end.
  /// - Throws: ``FileFailure``.
  public func read(_ count: Int) throws(FileFailure) -> [UInt8] {
    try fill(count) { Glibc.read(number, $0, count) }
  }

  /// Reads bytes at an offset of a regular file, at most `count`; none at the end.
  /// - Throws: ``FileFailure``.
  public func read(_ count: Int, at place: Int) throws(FileFailure) -> [UInt8] {
    try fill(count) { pread(number, $0, count, off_t(place)) }
  }

  private func fill(
    _ count: Int, _ call: (UnsafeMutablePointer<UInt8>?) -> Int
  ) throws(FileFailure) -> [UInt8] {
    var failure: FileFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = -1
      repeat { got = call(buffer.baseAddress) } while got < 0 && errno == EINTR
      if got < 0 { failure = FileFailure() }
      filled = max(got, 0)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the rest of the file.
  /// - Parameter most: the most bytes to accept.
  /// - Throws: ``FileFailure``, with code `EFBIG` for more.
  public func readAll(most: Int) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let block = try read(262_144)
      if block.isEmpty { return bytes }
      bytes += block
      if bytes.count > most { throw FileFailure.tooLarge }
    }
  }

  package func writeAll(_ bytes: [UInt8]) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure() }
      rest = rest.dropFirst(count)
    }
  }
}

/// Why a file could not be opened, read or written.
public struct FileFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The `errno` value.
  public let code: Int32
  private let reason: String?

  /// - Parameter code: the `errno` value; nil for that of the last system call.
  init(_ code: Int32? = nil) {
    self.code = code ?? errno
    reason = nil
  }

  private init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// A granted folder has a FIFO, a socket or a device in the file's place.
  static let notRegular = FileFailure(code: EINVAL, reason: "it is not a regular file")

  /// A new version of a file would belong to somebody else.
  static let ownerLost = FileFailure(code: EPERM, reason: "its owner and group cannot be kept")

  /// A new version of a file would lack an extended attribute, such as an ACL.
  static func attributeLost(_ name: String) -> FileFailure {
    FileFailure(code: EPERM, reason: "its attribute \(name) cannot be kept")
  }

  /// No file has that name.
  public static let missing = FileFailure(ENOENT)

  /// Another process has changed or replaced the file.
  public static let stale = FileFailure(
    code: ESTALE, reason: "another program has changed it meanwhile")

  /// The file has more bytes than the caller accepts.
  public static let tooLarge = FileFailure(EFBIG)

  /// Whether the file has more bytes than the caller accepts.
  public var isTooLarge: Bool { code == EFBIG }

  /// Whether a link has replaced a folder since the path was resolved.
  public var isSwapped: Bool { code == ELOOP || code == EXDEV }

  /// The reason, for messages.
  public var description: String { reason ?? String(cString: strerror(code)) }
}
