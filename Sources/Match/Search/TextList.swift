internal import Notation

/// Texts to compare a query with, gathered without a Swift string each.
///
/// Contract: the bytes that were added stay where they are as long as the list is used.
public final class TextList {
  /// The texts in their order.
  package private(set) var pieces: [TextPiece] = []
  private var arena = TextArena()
  private let form: TextForm?
  /// The arena's size is checked after this many texts.
  private static let block = 64
  /// The arena's share of `work`.
  private var heldBytes = 0

  /// - Parameter form: what every text is brought to; nil: as it is.
  public init(form: TextForm? = nil) {
    self.form = form
  }

  /// How many texts there are.
  public var count: Int { pieces.count }

  /// Adds texts; what is not UTF-8 in them counts as U+FFFD.
  /// - Throws: what the watch of `work` throws.
  public func append(
    _ texts: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>, _ work: inout TextWork
  ) throws {
    let (arena, form) = (arena, form)
    try work.pass(texts.count)
    let part = try [TextPiece](unsafeUninitializedCapacity: texts.count) { room, count in
      for start in stride(from: 0, to: texts.count, by: Self.block) {
        for place in start..<min(texts.count, start + Self.block) {
          let piece = try Self.piece(utf8: texts[place], form: form, arena, &work)
          room.initializeElement(at: place, to: piece)
        }
        hold(arena.bytes, &work)
      }
      count = texts.count
    }
    if pieces.isEmpty { pieces = part } else { pieces += part }
  }

  /// Forgets all texts.
  public func removeAll(_ work: inout TextWork) {
    guard !pieces.isEmpty else { return }
    pieces = []
    arena = TextArena()
    hold(0, &work)
  }

  private func hold(_ bytes: Int, _ work: inout TextWork) {
    work.hold(bytes - heldBytes)
    heldBytes = bytes
  }

  @inline(__always)
  static func piece(
    utf8 bytes: UnsafeBufferPointer<UInt8>, form: TextForm?, _ arena: TextArena,
    _ work: inout TextWork
  ) throws -> TextPiece {
    if let form { return try TextFold.piece(form, utf8: bytes, arena, &work) }
    return try TextPiece(utf8: bytes, arena, &work)
  }
}
