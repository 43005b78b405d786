internal import Notation
internal import Logging
internal import Notation

/// The format of log entries on stderr.
public enum LogFormat: String, Sendable, CaseIterable {
  /// `12:34:56.789 warning http: message key=value`
  case text
  /// One JSON object on each line: time, level, label, message, and the metadata.
  case json
}

/// Formats log entries as lines and hides secrets.
public struct LogLine: Sendable {
  let mask: SecretMask
  let format: LogFormat

  /// Formats an entry.
  /// - Parameter time: seconds since 1970.
  func render(_ event: LogEvent, label: String, metadata: Logger.Metadata, time: Double) -> String {
    var metadata = metadata
    for (key, value) in event.metadata ?? [:] { metadata[key] = value }
    if let error = event.error { metadata["error"] = "\(error)" }
    let pairs = metadata.sorted { $0.key < $1.key }.map { key, value in
      // A name may contain a secret, and of repeated members only the last would count.
      (
        Self.own.contains(key) ? "fields.\(key)" : mask.mask(key),
        SecretMask.isSecretName(key) ? SecretMask.stars : mask.mask(Self.text(value))
      )
    }
    let message = mask.mask("\(event.message)")
    let stamp = InternetTime.formatMilliseconds(time)
    switch format {
    case .text:
      let tail = pairs.map { " \(Self.plain($0))=\(Self.plain($1))" }.joined()
      return "\(stamp) \(event.level.rawValue) \(label): \(Self.oneLine(message))\(tail)\n"
    case .json:
      let fields = [
        ("time", stamp), ("level", event.level.rawValue), ("label", label), ("message", message),
      ]
      var writer = JSONWriter(escapes: .terminal)
      writer.beginObject()
      for (name, value) in fields + pairs {
        writer.name(name)
        writer.string(value)
      }
      writer.endObject()
      return writer.text + "\n"
    }
  }

  /// The members of every entry.
  private static let own: Set<String> = ["time", "level", "label", "message"]

  /// A text as it is; a table of a script as JSON.
  private static func text(_ value: Logger.MetadataValue) -> String {
    switch json(value) {
    case .string(let text): text
    case let table: String(decoding: table.bytes, as: UTF8.self)
    }
  }

  private static func json(_ value: Logger.MetadataValue) -> JSON {
    switch value {
    case .string(let text): .string(text)
    case .stringConvertible(let value): .string("\(value)")
    case .array(let values): .array(values.map(json))
    case .dictionary(let fields):
      .object(fields.sorted { $0.key < $1.key }.map { JSON.Member($0.key, json($0.value)) })
    }
  }

  // An entry stays one line, whatever text an upstream sent.
  private static func oneLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if ControlCharacter(scalar) == nil {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar.escaped(asASCII: true)
      }
    }
    return result
  }

  private static func plain(_ text: String) -> String {
    text.isEmpty || text.contains { " \"=".contains($0) }
      ? JSONWriter.quoted(text, escapes: .terminal) : oneLine(text)
  }
}
