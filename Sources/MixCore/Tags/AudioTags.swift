/// The tags of an audio file, and what its audio is like.
public struct AudioTags: Sendable, Equatable {
  /// `flac`, `mp3` or `m4a`.
  public private(set) var format = ""
  /// Values by TagLib's names of properties (`ALBUMARTIST`), a list each.
  public private(set) var properties: [String: [String]] = [:]
  /// Parts of the tags that are not properties, such as pictures; a change leaves them as they are.
  public private(set) var others: [String] = []
  /// Numbers by name: `milliseconds`, `bitrate` (kbit/s), `sample_rate` (Hz), `channels`, `pictures`.
  public private(set) var facts: [String: Int] = [:]

  /// Reads an answer of the helper: words of three, each ended by a zero byte.
  /// - Throws: ``TagFailure``: what the helper says, or that it was cut short.
  init(answer: [UInt8]) throws {
    var rest = answer[...]
    while let next = Self.words(3, &rest) {
      let (name, value) = (next[1], next[2])
      switch next[0] {
      case "audio" where name == "format": format = value
      case "audio": facts[name] = Int(value)
      case "tag": properties[name, default: []].append(value)
      case "other": others.append(name)
      case "error": throw TagFailure(TagFailure.Kind(rawValue: name) ?? .io, value)
      case "end": return
      default: break
      }
    }
    throw TagFailure.damaged("TagLib did not come to an end with it")
  }

  /// Takes the next words; nil when there are fewer.
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
