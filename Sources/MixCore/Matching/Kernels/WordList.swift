/// The words of a text, sorted by scalars, in memory that is reused from text to text.
///
/// Words are separated by white space as Python's `str.split()` takes it.
final class WordList<Unit: TextUnit> {
  /// A word with its first units as a number, which orders most words at once.
  struct Word: BitwiseCopyable {
    let key: UInt64
    let start: UnsafePointer<Unit>
    let length: Int

    var units: TextUnits<Unit> { TextUnits(start: start, count: length) }
  }

  /// The words in order.
  private(set) var words: UnsafeMutableBufferPointer<Word>
  /// How many there are.
  private(set) var count = 0
  /// Length of the words joined by single spaces.
  private(set) var joinedLength = 0

  init() {
    words = .allocate(capacity: 16)
  }

  deinit { words.deallocate() }

  /// Takes the words of a text, which must stay in memory.
  /// - Parameter unique: keep equal words once.
  func set(_ text: TextUnits<Unit>, unique: Bool) {
    count = 0
    split(text)
    sort()
    if unique { removeRepeated() }
    joinedLength = max(0, count &- 1)
    for index in 0..<count { joinedLength &+= words[index].length }
  }

  /// Takes words that are sorted.
  func removeAll() {
    count = 0
    joinedLength = 0
  }

  /// Adds a word that comes after all others.
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

  private func split(_ text: TextUnits<Unit>) {
    guard let base = text.baseAddress else { return }
    var start = 0
    for place in 0...text.count where place == text.count || Self.isSpace(text[place]) {
      if place > start { add(Self.word(base + start, place &- start)) }
      start = place &+ 1
    }
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

  private func sort() {
    guard count <= 16 else {
      var used = UnsafeMutableBufferPointer(rebasing: words[0..<count])
      used.sort { Self.precedes($0, $1) }
      return
    }
    // Titles have few words: insertion beats a general sort.
    for index in 1..<max(1, count) {
      let word = words[index]
      var place = index
      while place > 0, Self.precedes(word, words[place &- 1]) {
        words[place] = words[place &- 1]
        place &-= 1
      }
      words[place] = word
    }
  }

  private func removeRepeated() {
    guard count > 1 else { return }
    var kept = 1
    for index in 1..<count where !Self.equal(words[index], words[kept &- 1]) {
      words[kept] = words[index]
      kept &+= 1
    }
    count = kept
  }
}

extension WordList {
  /// Units that a key holds.
  @inline(__always)
  private static var keyUnits: Int { 8 / MemoryLayout<Unit>.size }

  private static func word(_ start: UnsafePointer<Unit>, _ length: Int) -> Word {
    var key: UInt64 = 0
    let bits = UInt64(Unit.bitWidth)
    for place in 0..<min(length, keyUnits) {
      key |= UInt64(start[place]) << (64 &- bits &* UInt64(place &+ 1))
    }
    return Word(key: key, start: start, length: length)
  }

  /// Whether one word comes before another.
  @inline(__always)
  static func precedes(_ first: Word, _ second: Word) -> Bool {
    if first.key != second.key { return first.key < second.key }
    if first.length <= keyUnits || second.length <= keyUnits { return first.length < second.length }
    let common = first.units.commonStart(second.units)
    if common == first.length || common == second.length { return first.length < second.length }
    return first.start[common] < second.start[common]
  }

  /// Whether two words are the same.
  @inline(__always)
  static func equal(_ first: Word, _ second: Word) -> Bool {
    guard first.key == second.key, first.length == second.length else { return false }
    return first.length <= keyUnits || first.units.commonStart(second.units) == first.length
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
