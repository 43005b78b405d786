/// A list of Vorbis comments (xiph.org, "Ogg Vorbis I format specification: comment field").
/// Comments that no change names keep their bytes, whether they are texts or not.
struct VorbisComments {
  private let vendor: [UInt8]
  private var comments: [[UInt8]] = []
  // Behind the list, such as the framing bit in Ogg.
  private let rest: [UInt8]

  /// Makes an empty list.
  init() { (vendor, rest) = (Array("mixhost".utf8), []) }

  /// Reads a list.
  /// - Throws: ``TagFailure`` for a damaged one.
  init(_ bytes: some Collection<UInt8>) throws {
    var left = Array(bytes)[...]
    func take() throws -> [UInt8] {
      let length = left.prefix(4).littleEndian
      guard left.count >= 4, length <= left.count - 4 else {
        throw TagFailure.unsupported("its list of comments is damaged")
      }
      let own = left.dropFirst(4).prefix(length)
      left = left[own.endIndex...]
      return Array(own)
    }
    vendor = try take()
    let count = left.prefix(4).littleEndian
    left = left.dropFirst(4)
    try RawParts.check(count)
    for _ in 0..<count { comments.append(try take()) }
    rest = Array(left)
  }

  /// The property of a comment; nil for one without a name.
  private static func key(_ comment: [UInt8]) -> String? {
    guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return String(decoding: comment[..<equals], as: UTF8.self).uppercased()
  }

  var items: [TagItem] {
    [TagItem(name: "vendor of comments", key: nil, bytes: vendor + [0] + rest)]
      + comments.map { comment in
        let name =
          comment.isEmpty
          ? "(empty)"
          : String(
            decoding: comment.prefix { $0 != UInt8(ascii: "=") }.prefix(40), as: UTF8.self)
        return TagItem(name: "comment \(name)", key: Self.key(comment), bytes: comment)
      }
  }

  mutating func set(_ key: String, _ values: [String]) {
    let old = comments.indices.filter { Self.key(comments[$0]) == key }
    let name =
      old.first.map { comments[$0].prefix { $0 != UInt8(ascii: "=") } } ?? Array(key.utf8)[...]
    comments.replace(old, by: values.map { name + [UInt8(ascii: "=")] + Array($0.utf8) })
  }

  var bytes: [UInt8] {
    let lists: [[UInt8]] = comments.map { .littleEndian($0.count) + $0 }
    return .littleEndian(vendor.count) + vendor + .littleEndian(comments.count)
      + Array(lists.joined()) + rest
  }
}
