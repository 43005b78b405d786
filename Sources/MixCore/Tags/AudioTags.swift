/// The tags of an audio file, and facts about its audio.
public struct AudioTags: Sendable, Equatable {
  /// The format: `flac`, `mp3`, `m4a`, `ogg` (Vorbis), `opus`, `wav` or `aiff`.
  public private(set) var format = ""
  /// Lists of values by TagLib's names of properties (`ALBUMARTIST`).
  public private(set) var properties: [String: [String]] = [:]
  /// Properties of which a later tag has other values, with that tag: `APEv2 TITLE`.
  public private(set) var differing: [String] = []
  /// Parts of the tags that are not properties, such as pictures; a change keeps them.
  public private(set) var others: [String] = []
  /// Further texts about the music, such as `Lyrics3`, which no change reaches.
  public private(set) var staying: [String] = []
  /// The kinds of its tags, such as `ID3v2.3`, in the order in which they are asked for a property.
  public private(set) var kinds: [String] = []
  /// Numbers by name: `milliseconds`, `bitrate` (kbit/s), `sample_rate` (Hz), `channels`, `pictures`.
  public private(set) var facts: [String: Int] = [:]

  /// Parses an answer of the helper: groups of three words, each ended by a zero byte.
  /// - Throws: ``TagFailure`` that the helper reports, or for an incomplete answer.
  init(answer: [UInt8]) throws {
    var rest = answer[...]
    while let next = Self.words(3, &rest) {
      let (name, value) = (next[1], next[2])
      switch next[0] {
      case "audio" where name == "format": format = value
      case "audio": facts[name] = Int(value)
      case "tag": properties[name, default: []].append(value)
      case "kind": kinds.append(name)
      case "differs": differing.append("\(name) \(value)")
      case "other": others.append(name)
      case "stays": staying.append(name)
      case "error": throw TagFailure(TagFailure.Kind(rawValue: name) ?? .io, value)
      case "end": return
      default: break
      }
    }
    throw TagFailure.damaged("TagLib did not come to an end with it")
  }

  /// Takes the next words; nil when fewer are left.
  private static func words(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> [String]? {
    var words: [String] = []
    while words.count < count {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      words.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    return words
  }
}
