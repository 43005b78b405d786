public import Files

/// The body of a request as a list of bytes and files, which are read while they are sent.
public final class UploadBody: Sendable {
  /// A part of the body.
  public enum Part: Sendable {
    /// As it is.
    case bytes([UInt8])
    /// A file's content: what it holds from the beginning, as far as it is there now.
    case file(OpenFile, name: String)
  }

  /// How much is read at once.
  private static let pieceBytes = 256 * 1024

  private let parts: [(part: Part, length: Int)]
  /// How many bytes it has.
  public let length: Int

  /// - Throws: ``NoFile`` for pipes, devices and folders, whose length nobody knows.
  public init(_ parts: [Part]) throws(NoFile) {
    var measured: [(part: Part, length: Int)] = []
    for part in parts { measured.append((part, try Self.length(of: part))) }
    self.parts = measured
    length = measured.reduce(0) { $0 + $1.length }
  }

  /// A path that is not a file and cannot be sent.
  public struct NoFile: Error, CustomStringConvertible {
    /// Its path.
    public let path: String

    /// In words.
    public var description: String { "\(path) is not a file: only files can be sent" }
  }

  private static func length(of part: Part) throws(NoFile) -> Int {
    switch part {
    case .bytes(let bytes): return bytes.count
    case .file(let file, let name):
      guard let size = file.size else { throw NoFile(path: name) }
      return size
    }
  }

  /// The bytes from a place on, at most a piece; empty at the end. Blocks.
  /// - Throws: ``HTTPError`` of kind `file`, also when a file has fewer bytes than it had.
  func read(from offset: Int) throws(HTTPError) -> [UInt8] {
    var start = 0
    for (part, length) in parts {
      defer { start += length }
      if offset >= start + length { continue }
      let place = offset - start
      let count = min(Self.pieceBytes, length - place)
      switch part {
      case .bytes(let bytes): return Array(bytes[place..<(place + count)])
      case .file(let file, let name): return try Self.read(file, name, place, count)
      }
    }
    return []
  }

  private static func read(
    _ file: OpenFile, _ name: String, _ place: Int, _ count: Int
  ) throws(HTTPError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try file.read(count, at: place) } catch {
      throw HTTPError(.file, "cannot read \(name): \(error)")
    }
    if bytes.isEmpty { throw HTTPError(.file, "\(name) became shorter while it was sent") }
    return bytes
  }
}
