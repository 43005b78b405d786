/// The places in the file that boxes of an MP4 file name: of pieces of sound, and of fragments.
enum MP4Places {
  /// The ranges of the numbers in a box, of which there may be millions.
  static func fields(
    _ name: String, _ bytes: [UInt8], _ content: Range<Int>
  ) -> some Sequence<Range<Int>> {
    var (width, count) = (8, 0)
    let (start, size) = (content.lowerBound, content.count)
    switch name {
    case "stco", "co64":
      if name == "stco" { width = 4 }
      let said = size < 8 ? 0 : bytes[start + 4..<start + 8].bigEndian
      if said <= (size - 8) / width { count = said }
    case "tfhd": count = size >= 16 && bytes[start + 3] & 0x01 != 0 ? 1 : 0
    default: break
    }
    return (0..<count).lazy.map { [width] in start + 8 + $0 * width..<start + 8 + ($0 + 1) * width }
  }

  /// Boxes with places that are written in other ways.
  private static let unknown: Set = ["iloc", "saio", "tfra"]

  /// Moves places that lie behind a place.
  /// - Throws: ``TagFailure`` for places that cannot be moved.
  static func shift(_ bytes: inout [UInt8], from start: Int, by more: Int) throws {
    try shift(&bytes, 0..<bytes.count, start, more, MP4Box.deepest)
  }

  private static func shift(
    _ bytes: inout [UInt8], _ range: Range<Int>, _ start: Int, _ more: Int, _ depth: Int
  ) throws {
    guard depth > 0 else { throw MP4Box.damaged }
    for box in try MP4Box.list(bytes, range) {
      guard !unknown.contains(box.name) else {
        throw TagFailure.unsupported("it has no room for longer tags beside its \(box.name)")
      }
      if MP4Box.containers.contains(box.name) {
        try shift(&bytes, box.content, start, more, depth - 1)
      }
      for field in fields(box.name, bytes, box.content) {
        let place = bytes[field].bigEndian
        guard place >= start else { continue }
        guard field.count == 8 || place + more <= 0xFFFF_FFFF else {
          throw TagFailure(.limit, "it becomes longer than 4 GB")
        }
        bytes.replaceSubrange(field, with: [UInt8].bigEndian(place &+ more, field.count))
      }
    }
  }
}
