extension TextFold {
  /// A form of UTF-8 text, stored in the arena.
  package static func piece(
    _ form: TextForm, utf8 bytes: UnsafeBufferPointer<UInt8>, _ arena: TextArena,
    _ work: inout TextWork
  ) throws -> TextPiece {
    let original = try TextPiece(utf8: bytes, arena, &work)
    func pace(_ count: Int) throws { try work.pass(count) }
    switch form {
    case .normalize where original.isASCII:
      let output = arena.allocate(UInt8.self, try roomForNormalized(bytes, pace))
      let count = try writeNormalized(bytes, output, pace)
      return TextPiece(TextUnits(start: output, count: count))
    case .fold where try original.isASCII && ampersands(bytes, pace) == 0:
      let output = arena.allocate(UInt8.self, bytes.count)
      let count = try writeLowercased(bytes, output, pace)
      return TextPiece(TextUnits(start: output, count: count))
    case .fold, .normalize:
      let folded =
        original.isASCII
        ? try folded(original.bytes.lazy.map(UInt32.init), room: bytes.count, pace)
        : try folded(original.scalars, room: bytes.count, pace)
      return try kept(form == .fold ? folded : normalized(folded, pace), arena, pace)
    }
  }

  private static func kept(
    _ scalars: [UInt32], _ arena: TextArena, _ pace: Pace
  ) rethrows -> TextPiece {
    var seen: UInt32 = 0
    for part in TextWork.parts(scalars.count) {
      try pace(part.count)
      for place in part { seen |= scalars[place] }
    }
    if seen < 0x80 {
      let output = arena.allocate(UInt8.self, scalars.count)
      for part in TextWork.parts(scalars.count) {
        try pace(part.count)
        for place in part { output[place] = UInt8(truncatingIfNeeded: scalars[place]) }
      }
      return TextPiece(TextUnits(start: output, count: scalars.count))
    }
    let output = arena.allocate(UInt32.self, scalars.count)
    output.update(from: scalars, count: scalars.count)
    return TextPiece(TextUnits(start: output, count: scalars.count))
  }
}

extension TextFold {
  /// The folded text as scalars.
  static func foldedScalars(_ text: String, _ pace: Pace) rethrows -> [UInt32] {
    var text = text
    return try text.withUTF8 { try folded(UTF8Scalars.Walk($0), room: $0.count, pace) }
  }

  /// Folds scalars.
  /// - Parameter room: the expected number of scalars.
  static func folded(
    _ scalars: some Sequence<UInt32>, room: Int, _ pace: Pace
  ) rethrows -> [UInt32] {
    let table = FoldTable.shared
    var output = FoldedScalars()
    output.scalars.reserveCapacity(room)
    try forEach(scalars, into: &output, pace) { output, scalar in
      if scalar < 0x80 {
        return output.append((0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar)
      }
      switch table.replacement(of: scalar) {
      case .same: output.append(scalar)
      case .removed: break
      case .one(let target): output.append(target)
      case .several(let range): for target in table.pool[range] { output.append(target) }
      }
    }
    return output.scalars
  }

  /// Folded scalars, composed, with `&` as a separate word.
  private struct FoldedScalars {
    var scalars: [UInt32] = []
    /// Whether the next word needs a space before it, because `and` was inserted.
    private var spaceIsDue = false

    @inline(__always)
    mutating func append(_ scalar: UInt32) {
      if scalar == UInt32(UInt8(ascii: "&")) { return appendAnd() }
      if spaceIsDue, scalar != space32 { scalars.append(space32) }
      spaceIsDue = false
      if scalar >= 0x1161, let last = scalars.last,
        let composed = FoldComposition.compose(last, scalar)
      {
        scalars[scalars.count - 1] = composed
      } else {
        scalars.append(scalar)
      }
    }

    private mutating func appendAnd() {
      if let last = scalars.last, last != space32 { scalars.append(space32) }
      scalars += [0x61, 0x6E, 0x64]
      spaceIsDue = true
    }
  }

  static func normalized(_ folded: [UInt32], _ pace: Pace) rethrows -> [UInt32] {
    var output: (scalars: [UInt32], pendingSpace: Bool) = ([], false)
    output.scalars.reserveCapacity(folded.count)
    try forEach(folded, into: &output, pace) { output, scalar in
      guard isWordPart(scalar) else { return output.pendingSpace = true }
      if output.pendingSpace, !output.scalars.isEmpty { output.scalars.append(space32) }
      output.pendingSpace = false
      output.scalars.append(scalar)
    }
    return output.scalars
  }

  private static func isWordPart(_ value: UInt32) -> Bool {
    if value < 0x80 { return isWordByte(UInt8(value)) }
    guard let scalar = Unicode.Scalar(value) else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  static func string(from scalars: [UInt32], _ pace: Pace) rethrows -> String {
    var room = 0
    for part in TextWork.parts(scalars.count) {
      try pace(part.count)
      room += UTF8Scalars.byteCount(scalars[part])
    }
    return try String(unsafeUninitializedCapacity: room) { output in
      guard var end = output.baseAddress else { return 0 }
      let start = end
      try forEach(scalars, into: &end, pace) { write($1, &$0) }
      return end - start
    }
  }

  /// Writes the bytes of a scalar and advances `end` past them.
  @inline(__always)
  private static func write(_ value: UInt32, _ end: inout UnsafeMutablePointer<UInt8>) {
    func put(_ byte: UInt32) {
      end.pointee = UInt8(truncatingIfNeeded: byte)
      end += 1
    }
    switch value {
    case 0..<0x80: put(value)
    case 0x80..<0x800:
      put(0xC0 | value >> 6)
      put(0x80 | value & 0x3F)
    case 0x800..<0x10000:
      put(0xE0 | value >> 12)
      put(0x80 | value >> 6 & 0x3F)
      put(0x80 | value & 0x3F)
    default:
      put(0xF0 | value >> 18)
      put(0x80 | value >> 12 & 0x3F)
      put(0x80 | value >> 6 & 0x3F)
      put(0x80 | value & 0x3F)
    }
  }
}
