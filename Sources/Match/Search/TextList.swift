internal import Notation

/// Texts to compare a query with, stored without a Swift string for each.
///
/// The caller's bytes must stay in place while the list is used.
public final class TextList {
  /// The texts in their order.
  package private(set) var pieces: [TextPiece] = []
  private var arena = TextArena()
  private let form: TextForm?
  /// Texts between two checks of the arena's size.
  private static let block = 64
  /// The arena's bytes that `work` counts.
  private var heldBytes = 0

  /// Makes an empty list.
  /// - Parameter form: the form that every text is brought to; nil to keep texts as they are.
  public init(form: TextForm? = nil) {
    self.form = form
  }

  /// Number of texts.
  public var count: Int { pieces.count }

  /// Appends texts; bytes that are not UTF-8 count as U+FFFD.
  /// - Throws: errors of the watch of `work`.
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

  /// Removes all texts.
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
