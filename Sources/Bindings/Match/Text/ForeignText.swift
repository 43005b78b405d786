internal import Glibc
internal import ScriptHost

/// Encodings of several bytes a character, which the C library's iconv reads.
enum ForeignText: String, CaseIterable, Sendable {
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case gb18030
  case big5
  case eucKR = "euc-kr"

  /// Bytes that an encoding does not have.
  struct Invalid: Error {
    /// Of the first one, from 0.
    let offset: Int
  }

  private static let blockBytes = 65_536

  /// iconv's name for what browsers and Windows take the encoding for: a superset of its standard.
  private var converterName: String {
    switch self {
    case .shiftJIS: "CP932"
    case .eucJP: "EUC-JP-MS"
    case .gb18030: "GB18030"
    case .big5: "BIG5-HKSCS"
    case .eucKR: "UHC"
    }
  }

  /// Decodes bytes into UTF-8.
  /// - Parameter pace: called for each part with its length in bytes.
  /// - Throws: ``Invalid``; ``HostError`` of kind `unavailable`; errors of `pace`.
  func decode(_ bytes: [UInt8], pace: (Int) throws -> Void) throws -> [UInt8] {
    let converter = iconv_open("UTF-8", converterName)
    guard let converter, converter != iconv_t(bitPattern: -1) else {
      throw HostError(
        kind: "unavailable", message: "this system cannot read \(rawValue) (iconv \(converterName))"
      )
    }
    defer { iconv_close(converter) }
    var (input, output) = (bytes, [UInt8]())
    output.reserveCapacity(bytes.count * 3 / 2)
    try input.withUnsafeMutableBytes { raw in
      var place = raw.bindMemory(to: CChar.self).baseAddress
      var left = raw.count
      while left > 0 {
        let before = left
        let (part, problem) = Self.step(converter, &place, &left)
        output += part
        try pace(before - left)
        if problem != 0, problem != E2BIG { throw Invalid(offset: raw.count - left) }
      }
    }
    return output
  }

  /// Decodes as much as one block of output takes, which has room for any character.
  private static func step(
    _ converter: iconv_t, _ place: inout UnsafeMutablePointer<CChar>?, _ left: inout Int
  ) -> (part: [UInt8], problem: Int32) {
    var problem: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: min(blockBytes, 3 * left + 16)) {
      buffer, count in
      var room = buffer.count
      buffer.withMemoryRebound(to: CChar.self) { block in
        var end = block.baseAddress
        if iconv(converter, &place, &left, &end, &room) == -1 { problem = errno }
      }
      count = buffer.count - room
    }
    return (part, problem)
  }

  /// Adds `mix.text.decode`.
  static func add(to module: inout Module) {
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    module.function(
      "decode", "Reads text in an encoding of several bytes a character.",
      Parameter("bytes", "the text as it is in the file", Bytes.self),
      Parameter("encoding", names, String.self),
      returns:
        "string  the text; nil, err of kind parse with the offset of the first byte that the encoding does not have",
      example: "print(mix.text.decode(\"\\x82\\xB1\", \"shift_jis\"))  --> こ"
    ) { call, text, name in
      guard let encoding = ForeignText(rawValue: name.lowercased()) else {
        throw call.badArgument("encoding", "\"\(name)\" is none of \(names)")
      }
      let charge = try call.context.memory.charge(text.bytes.count * 3)
      defer { charge.release() }
      do {
        return Bytes(try encoding.decode(text.bytes, pace: call.textPace))
      } catch let invalid as Invalid {
        throw HostError(
          kind: "parse",
          message: "byte \(invalid.offset + 1) is not a text in \(encoding.rawValue)",
          fields: ["offset": .int(Int64(invalid.offset))])
      }
    }
  }
}
