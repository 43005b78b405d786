/// A frame of an ID3v2 tag, as it is in the file.
struct ID3Frame {
  /// The identifier: four letters, or three in 2.2 and where such frames were copied into 2.3.
  let id: String
  /// The header and the body.
  let bytes: [UInt8]
  private let version: Int

  /// The bytes of a frame's header.
  static func headerSize(_ version: Int) -> Int { version == 2 ? 6 : 10 }

  /// Reads the frame at a place; nil for one that is damaged or leads past the end.
  init?(_ body: [UInt8], at place: Int, version: Int) {
    let size = Self.headerSize(version)
    guard body.count - place >= size, let id = Self.id(body[place...], version) else { return nil }
    let length = Self.length(body, place, version)
    guard length <= body.count - place - size else { return nil }
    self.id = id
    self.version = version
    bytes = Array(body[place..<place + size + length])
  }

  /// Makes a frame.
  init(_ id: String, _ body: [UInt8], version: Int) {
    self.id = id
    self.version = version
    let size =
      switch version {
      case 2: [UInt8].bigEndian(body.count, 3)
      case 3: [UInt8].bigEndian(body.count, 4) + [0, 0]
      default: [UInt8].syncSafe(body.count) + [0, 0]
      }
    bytes = Array(id.utf8) + size + body
  }

  private static func id(_ bytes: ArraySlice<UInt8>, _ version: Int) -> String? {
    var letters = bytes.prefix(version == 2 ? 3 : 4)
    if version == 3, letters.last == 0 || letters.last == 0x20 { letters = letters.dropLast() }
    let isName = letters.allSatisfy {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
    }
    return isName ? String(decoding: letters, as: UTF8.self) : nil
  }

  private static func length(_ body: [UInt8], _ place: Int, _ version: Int) -> Int {
    if version == 2 { return body[place + 3..<place + 6].bigEndian }
    let number = body[place + 4..<place + 8]
    if version == 3 { return number.bigEndian }
    // Some programs write sizes in 2.4 as those of 2.3: what follows tells.
    func leadsOn(_ length: Int) -> Bool {
      let next = place + 10 + length
      guard next < body.count else { return next == body.count }
      return body[next] == 0 || id(body[next...], 4)?.utf8.count == 4
    }
    let (safe, plain) = (number.syncSafe, number.bigEndian)
    return safe != plain && !leadsOn(safe) && leadsOn(plain) ? plain : safe
  }

  /// The body without what the header's flags put before it; nil for one that is compressed or
  /// encrypted.
  var content: ArraySlice<UInt8>? {
    let body = bytes.dropFirst(Self.headerSize(version))
    guard version > 2 else { return body }
    let flags = bytes[9]
    if version == 3 {
      return flags & 0xC0 == 0 ? body.dropFirst(flags & 0x20 == 0 ? 0 : 1) : nil
    }
    guard flags & 0x0C == 0 else { return nil }
    let plain = body.dropFirst((flags & 0x40 == 0 ? 0 : 1) + (flags & 0x01 == 0 ? 0 : 4))
    return flags & 0x02 == 0 ? plain : ID3Tag.joined(Array(plain))[...]
  }

  /// The encoding of its texts; nil for frames without.
  var encoding: ID3Text? {
    guard id != "UFID", id != "UFI", let first = content?.first else { return nil }
    return ID3Text(rawValue: first)
  }

  /// The description of a text, comment or link of the user's own, or the owner of an identifier;
  /// nil for other frames.
  var label: String? {
    guard let content else { return nil }
    switch id {
    case "TXXX", "TXX", "WXXX", "WXX": return encoding?.first(content.dropFirst()).text
    case "COMM", "COM", "USLT", "ULT": return encoding?.first(content.dropFirst(4)).text
    case "UFID", "UFI": return ID3Text.latin1.first(content).text
    default: return nil
    }
  }

  /// The roles and names of a list of people; nil for other frames, and for one that is damaged or
  /// has an empty text, which programs leave out.
  var people: [(role: String, name: String)]? {
    guard ["TIPL", "TMCL", "IPLS", "IPL"].contains(id), let encoding,
      var rest = content?.dropFirst()
    else { return nil }
    var texts: [String] = []
    while !rest.isEmpty {
      let (text, next) = encoding.first(rest)
      texts.append(text)
      rest = next
    }
    guard !texts.isEmpty, texts.count % 2 == 0, !texts.contains("") else { return nil }
    return stride(from: 0, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }

  /// The letters for a language that is not known: three times X.
  static let noLanguage = [UInt8](repeating: 0x58, count: 3)

  /// The language of a comment or of lyrics, in three letters.
  var language: [UInt8] {
    let letters = content?.dropFirst().prefix(3) ?? []
    return letters.count == 3 ? Array(letters) : Self.noLanguage
  }

  /// The property that it holds, by TagLib's name.
  var key: String? {
    let isLabelled = ["TXX", "WXX", "COM", "ULT", "USL", "UFI"].contains(String(id.prefix(3)))
    if isLabelled, label == nil { return nil }
    return ID3Keys.key(id, label)
  }
}
