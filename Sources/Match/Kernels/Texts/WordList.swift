internal import Notation

/// The sorted words of a text, in memory that is reused from text to text.
///
/// Words are separated by white space as in Python's `str.split()`.
final class WordList<Unit: TextUnit> {
  /// A word with its first units as a number, by which most words are ordered with one comparison.
  struct Word: BitwiseCopyable {
    let key: UInt64
    let start: UnsafePointer<Unit>
    let length: Int

    var units: TextUnits<Unit> { TextUnits(start: start, count: length) }
  }

  /// The sorted words.
  private(set) var words: UnsafeMutableBufferPointer<Word>
  /// Number of words.
  private(set) var count = 0
  /// Length of the words joined by single spaces.
  private(set) var joinedLength = 0

  init() {
    words = .allocate(capacity: 16)
  }

  deinit { words.deallocate() }

  /// Sets the words of a text, which must stay in memory, and sorts them.
  /// - Parameter unique: whether equal words are kept once.
  /// - Throws: errors of the watch of `work`.
  func set(_ text: TextUnits<Unit>, unique: Bool, _ work: inout TextWork) throws {
    try split(text, &work)
    try sort(&work)
    if unique { try removeRepeated(&work) }
  }

  /// Sets the words of a text, which must stay in memory, in the text's order; call ``sort(_:)``
  /// afterwards.
  func split(_ text: TextUnits<Unit>, _ work: inout TextWork) throws {
    removeAll()
    guard let base = text.baseAddress else { return }
    let end = base + text.count
    var start = 0
    for part in TextWork.parts(text.count) {
      try work.pass(part.count)
      for place in part where Self.isSpace(text[place]) {
        if place > start { append(Self.word(base + start, place &- start, within: end)) }
        start = place &+ 1
      }
    }
    if text.count > start { append(Self.word(base + start, text.count &- start, within: end)) }
  }

  /// Sets the words of another, sorted list, each once.
  func set(different other: WordList<Unit>, _ work: inout TextWork) throws {
    removeAll()
    for part in TextWork.parts(other.count) {
      try work.pass(part.count)
      for index in part {
        let word = other.words[index]
        if count > 0, try Self.equal(word, words[count &- 1], &work) { continue }
        append(word)
      }
    }
  }

  /// Removes all words.
  func removeAll() {
    count = 0
    joinedLength = 0
  }

  /// Appends a word, which must come after all others or be sorted later.
  @inline(__always)
  func append(_ word: Word) {
    joinedLength &+= word.length &+ (count > 0 ? 1 : 0)
    add(word)
  }

  /// Writes the words joined by single spaces: ``joinedLength`` units.
  func join(into output: UnsafeMutablePointer<Unit>) -> TextUnits<Unit> {
    var place = output
    for index in 0..<count {
      if index > 0 {
        place.pointee = 0x20
        place += 1
      }
      place.update(from: words[index].start, count: words[index].length)
      place += words[index].length
    }
    return TextUnits(start: output, count: joinedLength)
  }

  @inline(__always)
  private func add(_ word: Word) {
    if count == words.count { grow() }
    words[count] = word
    count &+= 1
  }

  private func grow() {
    let larger = UnsafeMutableBufferPointer<Word>.allocate(capacity: words.count * 2)
    _ = larger.update(fromContentsOf: UnsafeMutableBufferPointer(rebasing: words[0..<count]))
    words.deallocate()
    words = larger
  }

  /// Sorts the words.
  func sort(_ work: inout TextWork) throws {
    guard count <= 16 else { return try sortMany(&work) }
    // Titles have few words, for which insertion beats a general sort.
    for index in 1..<max(1, count) {
      let word = words[index]
      var place = index
      while place > 0, try Self.precedes(word, words[place &- 1], &work) {
        words[place] = words[place &- 1]
        place &-= 1
      }
      words[place] = word
    }
  }

  /// Words that are sorted between two checks of the watch.
  private static var run: Int { 4096 }

  private func sortMany(_ work: inout TextWork) throws {
    for start in stride(from: 0, to: count, by: Self.run) {
      let end = min(count, start &+ Self.run)
      // A comparison counts as a few steps.
      try work.pass((end &- start) &* 4)
      var used = UnsafeMutableBufferPointer(rebasing: words[start..<end])
      try used.sort { try Self.precedes($0, $1, &work) }
    }
    guard count > Self.run else { return }
    var merged = UnsafeMutableBufferPointer<Word>.allocate(capacity: words.count)
    defer { merged.deallocate() }
    var length = Self.run
    while length < count {
      for start in stride(from: 0, to: count, by: length &* 2) {
        try merge(start, length, into: merged, &work)
      }
      swap(&words, &merged)
      length &*= 2
    }
  }

  /// Merges two neighbouring sorted runs of a length; the last runs may be shorter.
  private func merge(
    _ start: Int, _ length: Int, into merged: UnsafeMutableBufferPointer<Word>,
    _ work: inout TextWork
  ) throws {
    let middle = min(count, start &+ length)
    let end = min(count, middle &+ length)
    var (left, right) = (start, middle)
    for part in TextWork.parts(end &- start) {
      try work.pass(part.count)
      for place in part {
        let takesRight =
          try left == middle
          || (right < end && Self.precedes(words[right], words[left], &work))
        merged[start &+ place] = words[takesRight ? right : left]
        if takesRight { right &+= 1 } else { left &+= 1 }
      }
    }
  }

  /// Whether a word appears twice in the sorted list.
  func hasRepeated(_ work: inout TextWork) throws -> Bool {
    for part in TextWork.parts(max(0, count &- 1)) {
      try work.pass(part.count)
      for index in part where try Self.equal(words[index], words[index &+ 1], &work) {
        return true
      }
    }
    return false
  }

  private func removeRepeated(_ work: inout TextWork) throws {
    guard count > 1 else { return }
    var kept = 1
    var length = words[0].length
    for part in TextWork.parts(count) {
      try work.pass(part.count)
      for index in part where index > 0 {
        if try Self.equal(words[index], words[kept &- 1], &work) { continue }
        words[kept] = words[index]
        length &+= words[index].length &+ 1
        kept &+= 1
      }
    }
    count = kept
    joinedLength = length
  }
}

extension WordList {
  /// Number of units in a key.
  @inline(__always)
  private static var keyUnits: Int { 8 / MemoryLayout<Unit>.size }

  /// Makes a word of units.
  /// - Parameter end: where the memory of the text ends.
  @inline(__always)
  private static func word(
    _ start: UnsafePointer<Unit>, _ length: Int, within end: UnsafePointer<Unit>
  ) -> Word {
    if Unit.self == UInt8.self, length > 0, end - start >= keyUnits {
      // One load instead of one for each byte; bytes after the word are shifted out.
      let bytes = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).bigEndian
      let rest = UInt64(8 * max(0, keyUnits &- length))
      return Word(key: (bytes >> rest) << rest, start: start, length: length)
    }
    return Word(key: key(start, length), start: start, length: length)
  }

  private static func key(_ start: UnsafePointer<Unit>, _ length: Int) -> UInt64 {
    var key: UInt64 = 0
    let bits = UInt64(Unit.bitWidth)
    for place in 0..<min(length, keyUnits) {
      key |= UInt64(start[place]) << (64 &- bits &* UInt64(place &+ 1))
    }
    return key
  }

  /// Whether the first word comes before the second.
  @inline(__always)
  static func precedes(_ first: Word, _ second: Word, _ work: inout TextWork) throws -> Bool {
    if first.key != second.key { return first.key < second.key }
    return try precedesLong(first, second, &work)
  }

  /// ``precedes(_:_:_:)`` for words with equal keys.
  private static func precedesLong(
    _ first: Word, _ second: Word, _ work: inout TextWork
  ) throws -> Bool {
    if first.length <= keyUnits || second.length <= keyUnits { return first.length < second.length }
    let common = try commonStart(first, second, &work)
    if common == first.length || common == second.length { return first.length < second.length }
    return first.start[common] < second.start[common]
  }

  /// Whether two words are equal.
  @inline(__always)
  static func equal(_ first: Word, _ second: Word, _ work: inout TextWork) throws -> Bool {
    guard first.key == second.key, first.length == second.length else { return false }
    if first.length <= keyUnits { return true }
    return try commonStart(first, second, &work) == first.length
  }

  /// Counts as work, because long words may be compared often.
  private static func commonStart(
    _ first: Word, _ second: Word, _ work: inout TextWork
  ) throws -> Int {
    let common = try first.units.commonStart(second.units, &work)
    try work.pass(common & (TextWork.stride &- 1))
    return common
  }

  @inline(__always)
  private static func isSpace(_ unit: Unit) -> Bool {
    if unit <= 0x20 { return unit == 0x20 || (0x09...0x0D).contains(unit) || unit >= 0x1C }
    if Unit.self == UInt8.self { return false }
    return isWideSpace(UInt32(truncatingIfNeeded: unit))
  }

  private static func isWideSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
