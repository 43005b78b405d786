internal import Dispatch
internal import Glibc

// @unchecked Sendable: the descriptors are opened once and closed with the last reference; the rest is
// immutable.
/// The body of a request as a list of bytes and files, which are read while they are sent.
public final class UploadBody: @unchecked Sendable {
  /// A part of the body.
  public enum Part: Sendable {
    /// As it is.
    case bytes([UInt8])
    /// A file's content.
    case file(String)
  }

  private enum Source {
    case bytes([UInt8])
    case file(Int32, name: String)
  }

  /// How much is read at once.
  private static let pieceBytes = 256 * 1024

  private let sources: [(source: Source, length: Int)]
  /// How many bytes it has.
  public let length: Int

  /// Opens the files: a request sends what they held when it was made.
  /// - Throws: ``FileError`` for what cannot be opened; ``NoFile`` for pipes, devices and folders, whose
  ///   length nobody knows.
  public init(_ parts: [Part]) throws {
    var sources: [(source: Source, length: Int)] = []
    var length = 0
    do {
      for part in parts {
        let opened = try Self.open(part)
        sources.append(opened)
        length += opened.length
      }
    } catch {
      Self.close(sources.map(\.source))
      throw error
    }
    self.sources = sources
    self.length = length
  }

  deinit { Self.close(sources.map(\.source)) }

  /// What is no file: it cannot be sent.
  public struct NoFile: Error, CustomStringConvertible {
    /// Its path.
    public let path: String

    /// In words.
    public var description: String { "\(path) is not a file: only files can be sent" }
  }

  private static func open(_ part: Part) throws -> (source: Source, length: Int) {
    switch part {
    case .bytes(let bytes): return (.bytes(bytes), bytes.count)
    case .file(let path):
      // A pipe that nobody writes to would hold us here.
      let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { throw FileError("read", path) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        Glibc.close(file)
        throw NoFile(path: path)
      }
      return (.file(file, name: path), Int(status.st_size))
    }
  }

  private static func close(_ sources: [Source]) {
    for case .file(let file, _) in sources { Glibc.close(file) }
  }

  /// The bytes from a place on, at most a piece; empty at the end. Blocks.
  /// - Throws: ``FileError``, or ``Shortened`` when a file has fewer bytes than it had.
  func read(from offset: Int) throws -> [UInt8] {
    var start = 0
    for (source, length) in sources {
      defer { start += length }
      if offset >= start + length { continue }
      let place = offset - start
      let count = min(Self.pieceBytes, length - place)
      switch source {
      case .bytes(let bytes): return Array(bytes[place..<(place + count)])
      case .file(let file, let name): return try Self.read(file, name, place, count)
      }
    }
    return []
  }

  /// A file that has become shorter while it was sent.
  struct Shortened: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) became shorter while it was sent" }
  }

  private static func read(
    _ file: Int32, _ name: String, _ place: Int, _ count: Int
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let got = pread(file, &bytes, count, off_t(place))
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw FileError("read", name) }
      guard got > 0 else { throw Shortened(path: name) }
      return got == count ? bytes : Array(bytes[..<got])
    }
  }
}
