internal import MixCore
internal import ScriptHost

/// `multipart/form-data` (RFC 7578) of what a script wrote: `{title = "Halo", cover = {file = "x.png"}}`.
struct MultipartBody {
  private let boundary: String
  private var parts: [UploadBody.Part] = []

  /// The request's Content-Type.
  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// - Parameter open: opens a file that may be read.
  /// - Throws: ``HostError`` for fields of another form.
  init(_ fields: [(String, LuaValue)], open: (String) throws -> UploadBody.Part) throws {
    // Long enough that no content holds it by chance.
    boundary =
      "mixhost-"
      + (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
      .joined()
    for (name, value) in fields {
      let values: [LuaValue] = if case .array(let list) = value { list } else { [value] }
      for value in values { try add(name, value, open) }
    }
    parts.append(.bytes(Array("--\(boundary)--\r\n".utf8)))
  }

  /// - Throws: ``UploadBody/NoFile``.
  func body() throws(UploadBody.NoFile) -> UploadBody { try UploadBody(parts) }

  private mutating func add(
    _ name: String, _ value: LuaValue, _ open: (String) throws -> UploadBody.Part
  ) throws {
    guard case .object(let fields) = value else {
      guard let content = Self.bytes(value) else {
        throw HostError.usage(
          "multipart field '\(name)' is a text, {file = …}, {value = …} or a list of these")
      }
      return add(name, filename: nil, type: nil, .bytes(content))
    }
    let known = ["file", "value", "filename", "type"]
    if let other = fields.keys.sorted().first(where: { !known.contains($0) }) {
      throw HostError.usage(
        "unknown key '\(other)' in multipart field '\(name)'; known: "
          + known.joined(separator: ", "))
    }
    let filename = try Self.text(fields["filename"], "filename", of: name)
    let type = try Self.text(fields["type"], "type", of: name)
    if type?.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) == true {
      throw HostError.usage("the type of multipart field '\(name)' is a media type, in ASCII")
    }
    switch (try Self.text(fields["file"], "file", of: name), fields["value"].flatMap(Self.bytes)) {
    case (let file?, nil):
      let base = file.split(separator: "/").last.map(String.init) ?? file
      add(
        name, filename: filename ?? base, type: type ?? "application/octet-stream",
        try open(file))
    case (nil, let content?): add(name, filename: filename, type: type, .bytes(content))
    default: throw HostError.usage("multipart field '\(name)' has one of file and value")
    }
  }

  private mutating func add(
    _ name: String, filename: String?, type: String?, _ content: UploadBody.Part
  ) {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\""
    if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
    if let type { head += "\r\nContent-Type: \(type)" }
    parts.append(.bytes(Array((head + "\r\n\r\n").utf8)))
    parts.append(content)
    parts.append(.bytes(Array("\r\n".utf8)))
  }

  /// As browsers write names, so that none ends its line (WHATWG HTML, "multipart form data").
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += Array("%22".utf8)
      case 0x0D: bytes += Array("%0D".utf8)
      case 0x0A: bytes += Array("%0A".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func bytes(_ value: LuaValue) -> [UInt8]? {
    if case .bytes(let bytes) = value { return bytes }
    return FormText.text(value).map { Array($0.utf8) }
  }

  private static func text(_ value: LuaValue?, _ key: String, of name: String) throws -> String? {
    guard let value else { return nil }
    guard case .string(let text) = value else {
      throw HostError.usage("'\(key)' of multipart field '\(name)' is a string")
    }
    return text
  }
}
