/// One part of a tag: a frame, a comment, an atom, a field or a block, as it is in the file.
struct TagItem: Hashable {
  /// The kind of tag and the part's own name in it, for messages: `ID3v2 TIT2`.
  let name: String
  /// The property that the part holds, by TagLib's name; nil for a part without one.
  let key: String?
  /// The part's bytes, by which it is compared.
  let bytes: [UInt8]
}

/// A tag of a file in its parts. A change of one property leaves all other parts as they are.
protocol RawTag {
  /// The parts. Padding is none.
  var items: [TagItem] { get }

  /// Sets all values of a property; none removes it.
  /// - Throws: ``TagFailure`` of kind `unsupported` where the tag has no place for it.
  mutating func set(_ key: String, _ values: [String]) throws

  /// The ranges of the file that change, in their order, with their new bytes.
  /// - Throws: ``TagFailure`` of kind `limit` for a tag that became too long for its format.
  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])]
}

/// The most parts that a tag may have: a file may claim millions.
enum RawParts {
  static let most = 10_000

  /// - Throws: ``TagFailure`` for one part too many.
  static func check(_ count: Int) throws {
    guard count < most else {
      throw TagFailure(.limit, "one of its tags has more than \(most) parts")
    }
  }
}

extension RawTag {
  /// Whether the tag has a value for a property.
  func has(_ key: String) -> Bool { items.contains { $0.key == key } }
}

extension TagFailure {
  static func unsupported(_ reason: String) -> TagFailure { TagFailure(.unsupported, reason) }

  /// The format has no place for a property.
  static func noPlace(_ key: String) -> TagFailure {
    unsupported("its format has no place for \(key)")
  }
}

extension Array {
  /// Replaces the elements at the places `old` by `new`, which stand where the first of them stood;
  /// without old ones, at the end.
  mutating func replace(_ old: [Int], by new: [Element]) {
    let place = old.first ?? count
    for index in old.reversed() { remove(at: index) }
    insert(contentsOf: new, at: place)
  }
}
