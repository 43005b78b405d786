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
    var words = answer.split(separator: 0, omittingEmptySubsequences: false)[...]
    while words.count >= 3 {
      let next = words.prefix(3).map { String(decoding: $0, as: UTF8.self) }
      words = words.dropFirst(3)
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
}
