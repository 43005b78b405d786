internal import Notation

/// A text's sorted words joined by single spaces, in reused memory.
final class JoinedWords<Unit: TextUnit> {
  let list = WordList<Unit>()
  private(set) var text = TextUnits<Unit>(start: nil, count: 0)
  private var room = UnsafeMutableBufferPointer<Unit>.allocate(capacity: 64)

  deinit { room.deallocate() }

  /// Sets the words of a text, which must stay in memory.
  func set(
    _ text: TextUnits<Unit>, unique: Bool = false, _ work: inout TextWork
  ) throws {
    try list.set(text, unique: unique, &work)
    join()
  }

  /// Joins the words of ``list``.
  func join() {
    if room.count < list.joinedLength {
      room.deallocate()
      room = .allocate(capacity: list.joinedLength * 2)
    }
    text = room.baseAddress.map { list.join(into: $0) } ?? text
  }
}
