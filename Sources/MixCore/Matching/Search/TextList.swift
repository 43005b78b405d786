/// Texts to compare a query with, gathered without a Swift string each.
///
/// Contract: the bytes that were added stay where they are as long as the list is used.
public final class TextList {
  /// The texts in their order.
  private(set) var pieces: [TextPiece] = []
  private var arena = TextArena()
  private let form: TextForm?

  /// - Parameter form: what every text is brought to; nil: as it is.
  public init(form: TextForm? = nil) {
    self.form = form
  }

  /// How many texts there are.
  public var count: Int { pieces.count }

  /// Adds texts; what is not UTF-8 in them counts as U+FFFD.
  public func append(_ texts: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
    let (arena, form) = (arena, form)
    let part = [TextPiece](unsafeUninitializedCapacity: texts.count) { room, count in
      for place in 0..<texts.count {
        room.initializeElement(at: place, to: Self.piece(utf8: texts[place], form: form, arena))
      }
      count = texts.count
    }
    if pieces.isEmpty { pieces = part } else { pieces += part }
  }

  /// Forgets all texts.
  public func removeAll() {
    pieces = []
    arena = TextArena()
  }

  @inline(__always)
  static func piece(
    utf8 bytes: UnsafeBufferPointer<UInt8>, form: TextForm?, _ arena: TextArena
  ) -> TextPiece {
    if let form { return TextFold.piece(form, utf8: bytes, arena) }
    return TextPiece(utf8: bytes, arena)
  }
}
