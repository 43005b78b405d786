internal import Crypto
internal import Files
internal import Notation

/// Restores the previous version of a file whose tags were written, byte by byte.
struct TagUndo {
  private static let mark = Array("mixhost-tags-1\n".utf8)

  /// The SHA-256 of the file before and after the write.
  let before: [UInt8]
  let after: [UInt8]
  /// The modification time of the previous version, in nanoseconds since 1970.
  let modified: Int64
  let delta: TagDelta

  init(before: [UInt8], after: [UInt8], modified: Int64, delta: TagDelta) {
    self.before = before
    self.after = after
    self.modified = modified
    self.delta = delta
  }

  /// The undo data as text, in Base64URL.
  var text: String {
    var bytes = Self.mark + before + after
    TagDelta.write(Int(max(modified, 0)), &bytes)
    delta.encode(into: &bytes)
    return String(decoding: Base64URL.encode(bytes), as: UTF8.self)
  }

  /// Parses an undo text.
  /// - Throws: ``TagFailure`` for any other text.
  init(_ text: String) throws {
    let damaged = TagFailure(.damaged, "the undo text is damaged")
    guard let bytes = try? Base64URL.decode(Array(text.utf8)),
      bytes.starts(with: Self.mark), bytes.count >= Self.mark.count + 64
    else { throw damaged }
    var rest = bytes.dropFirst(Self.mark.count)
    before = Array(rest.prefix(32))
    after = Array(rest.dropFirst(32).prefix(32))
    rest = rest.dropFirst(64)
    guard let modified = TagDelta.read(&rest), let delta = TagDelta(rest) else { throw damaged }
    self.modified = Int64(modified)
    self.delta = delta
  }
}
