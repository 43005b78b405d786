/// The texts of a `LIST INFO` chunk in a WAV file (Multimedia Programming Interface and Data
/// Specifications 1.0, 1991).
struct InfoTexts {
  private struct Text {
    let name: String
    let value: [UInt8]
    var key: String? { InfoTexts.keys[name] }
  }

  /// TagLib's names of properties by the names of texts.
  private static let keys = [
    "INAM": "TITLE", "IART": "ARTIST", "IPRD": "ALBUM", "ICMT": "COMMENT", "ICRD": "DATE",
    "IGNR": "GENRE", "IPRT": "TRACKNUMBER",
  ]

  private var texts: [Text] = []

  /// Reads the texts.
  /// - Parameter bytes: the content of the chunk.
  /// - Throws: ``TagFailure`` for a damaged list.
  init(_ bytes: [UInt8]) throws {
    var place = 4
    while bytes.count - place >= 8 {
      let length = bytes[place + 4..<place + 8].littleEndian
      guard length <= bytes.count - place - 8 else {
        throw TagFailure.unsupported("its list of texts is damaged")
      }
      try RawParts.check(texts.count)
      texts.append(
        Text(
          name: String(decoding: bytes[place..<place + 4], as: UTF8.self),
          value: Array(bytes[place + 8..<place + 8 + length])))
      place += 8 + length + length & 1
    }
  }

  var items: [TagItem] {
    texts.map { TagItem(name: "text \($0.name)", key: $0.key, bytes: $0.value) }
  }

  func has(_ key: String) -> Bool { texts.contains { $0.key == key } }

  /// Sets a property that the list has.
  mutating func set(_ key: String, _ values: [String]) {
    let old = texts.indices.filter { texts[$0].key == key }
    guard let name = old.first.map({ texts[$0].name }) else { return }
    texts.replace(old, by: values.prefix(1).map { Text(name: name, value: Array($0.utf8) + [0]) })
  }

  /// The content of the chunk.
  var bytes: [UInt8] {
    var bytes = Array("INFO".utf8)
    for text in texts {
      bytes += ID3Text.latin1(text.name)
      bytes += [UInt8].littleEndian(text.value.count)
      bytes += text.value
      if text.value.count & 1 == 1 { bytes.append(0) }
    }
    return bytes
  }
}
