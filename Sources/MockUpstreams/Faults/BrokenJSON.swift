/// Bodies that are not JSON, or JSON that careless readers stumble over (RFC 8259).
enum BrokenJSON {
  private static let documents: [(name: String, bytes: [UInt8])] = [
    ("invalid-utf8", Array(#"{"results":[{"trackName":""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#""}]}"#.utf8)),
    ("bom", [0xEF, 0xBB, 0xBF] + Array(#"{"resultCount":0,"results":[]}"#.utf8)),
    ("nul", Array(#"["a"#.utf8) + [0] + Array(#"b"]"#.utf8)),
    ("lone-surrogate", Array(#"["\ud800"]"#.utf8)),
    ("duplicate-keys", Array(#"{"rank":1,"rank":2}"#.utf8)),
    ("huge-numbers", Array("[1e400,-0,9223372036854775808]".utf8)),
    ("not-a-number", Array("[NaN,Infinity]".utf8)),
    ("trailing-comma", Array("[1,2,]".utf8)),
    ("truncated-json", Array(#"{"resultCount":1,"results":[{"trackName":"Blin"#.utf8)),
  ]

  static let names = documents.map(\.name) + ["deep-json", "garbage"]

  /// A body by its name; `depth` is that of the nested arrays.
  static func bytes(_ name: String, depth: Int) -> [UInt8] {
    switch name {
    case "deep-json":
      return [UInt8](repeating: UInt8(ascii: "["), count: depth)
        + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    case "garbage":
      var digest = Digest(text: name)
      return (0..<1000).map { _ in UInt8(truncatingIfNeeded: digest.next()) }
    default: return documents.first { $0.name == name }?.bytes ?? []
    }
  }
}
