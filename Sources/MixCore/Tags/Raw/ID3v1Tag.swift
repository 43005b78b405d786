/// An ID3v1 tag: 128 bytes at the end of a file, for texts of 30 letters in Latin-1. It keeps in
/// step with the tags before it, as far as it has room.
struct ID3v1Tag: RawTag {
  private static let fields: [(key: String, place: Range<Int>)] = [
    ("TITLE", 3..<33), ("ARTIST", 33..<63), ("ALBUM", 63..<93), ("DATE", 93..<97),
  ]
  private static let genre = 127

  private let range: Range<Int>
  private var bytes: [UInt8]
  // The numbers of genres by their names.
  private let genreNumber: (String) throws -> Int

  /// Reads a tag.
  /// - Parameters:
  ///   - bytes: its 128 bytes.
  ///   - range: their place in the file.
  ///   - genreNumber: the number of a genre; 255 for one that has none.
  init(_ bytes: [UInt8], at range: Range<Int>, genreNumber: @escaping (String) throws -> Int) {
    self.bytes = bytes
    self.range = range
    self.genreNumber = genreNumber
  }

  /// Version 1.1 has the number of the track behind a shorter comment.
  private var hasTrack: Bool { bytes[125] == 0 && bytes[126] != 0 }
  private var comment: Range<Int> { 97..<(hasTrack ? 125 : 127) }

  private func text(_ place: Range<Int>) -> String {
    var text = ID3Text.latin1.first(bytes[place]).text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The values, for a tag of another kind. The genre is its number, which ID3v2 knows, too.
  var properties: [(key: String, value: String)] {
    var list = Self.fields.map { ($0.key, text($0.place)) } + [("COMMENT", text(comment))]
    if hasTrack { list.append(("TRACKNUMBER", String(bytes[126]))) }
    if bytes[Self.genre] != 255 { list.append(("GENRE", String(bytes[Self.genre]))) }
    return list.filter { !$0.1.isEmpty }
  }

  var items: [TagItem] {
    properties.map { TagItem(name: "ID3v1 \($0.key)", key: $0.key, bytes: Array($0.value.utf8)) }
  }

  mutating func set(_ key: String, _ values: [String]) throws {
    let value = values.first ?? ""
    switch key {
    case "GENRE": bytes[Self.genre] = UInt8(clamping: value.isEmpty ? 255 : try genreNumber(value))
    case "TRACKNUMBER":
      // Without room for a number, the comment keeps its last letters.
      guard hasTrack || bytes[125] == 0 && bytes[126] == 0 else { return }
      bytes[126] = UInt8(value.prefix { $0.isASCII && $0.isNumber }) ?? 0
    case "COMMENT": put(value, comment)
    default:
      if let field = Self.fields.first(where: { $0.key == key }) { put(value, field.place) }
    }
  }

  private mutating func put(_ value: String, _ place: Range<Int>) {
    let own = ID3Text.latin1(value).prefix(place.count)
    bytes.replaceSubrange(place, with: own + [UInt8](repeating: 0, count: place.count - own.count))
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] { [(range, bytes)] }
}
