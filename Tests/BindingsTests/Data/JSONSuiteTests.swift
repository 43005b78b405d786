import Foundation
import MixCore
import ScriptHost
import Testing

/// JSONTestSuite (Nicolas Seriot): `y_` must be read, `n_` refused, `i_` may be either.
@Suite("JSONTestSuite")
struct JSONSuiteTests {
  private static let folder = URL(
    filePath: Checkout.fixtures + "/JSONTestSuite/test_parsing")

  /// The suite's two large files, which are one text repeated.
  private static let large: [(name: String, bytes: [UInt8])] = [
    ("n_structure_100000_opening_arrays.json", Array(repeating: UInt8(ascii: "["), count: 100_000)),
    ("n_structure_open_array_object.json", Array(String(repeating: "[{\"\":", count: 50_000).utf8)),
  ]

  /// All cases whose names begin with a letter.
  private static func cases(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let files = try names.filter { $0.hasPrefix(prefix) }.sorted().map { name in
      // Foundation's `Data` leaks a page for a file without bytes, and one of the cases is that.
      (name: name, bytes: try #require(try PrivateFile.read("\(folder.path)/\(name)")))
    }
    return files + large.filter { $0.name.hasPrefix(prefix) }
  }

  /// The result of `mix.json.decode` on a text: whether it was read, and the error's kind.
  private static func decode(_ bytes: [UInt8]) async throws -> (accepted: Bool, kind: LuaValue) {
    let host = await TestHost()
    await host.provide(bytes)
    let values = try await host.run(
      """
      local value, err = mix.json.decode(mix.input.bytes())
      return err == nil, err and err.kind, err and err.line >= 1 and err.column >= 1
      """)
    #expect(values[0] == .bool(true) || values[2] == .bool(true), "an error has a position")
    return (values[0] == .bool(true), values[1])
  }

  @Test("All 95 valid texts are read")
  func valid() async throws {
    let cases = try Self.cases("y_")
    #expect(cases.count == 95)
    for (name, bytes) in cases {
      #expect(try await Self.decode(bytes).accepted, "\(name)")
    }
  }

  @Test("All 188 invalid texts are refused with a position")
  func invalid() async throws {
    let cases = try Self.cases("n_")
    #expect(cases.count == 188)
    for (name, bytes) in cases {
      let result = try await Self.decode(bytes)
      #expect(!result.accepted, "\(name)")
      #expect(result.kind == .string("parse"), "\(name)")
    }
  }

  @Test("The 35 undecided texts give a value or an error of kind parse")
  func undecided() async throws {
    let cases = try Self.cases("i_")
    #expect(cases.count == 35)
    for (name, bytes) in cases {
      let result = try await Self.decode(bytes)
      #expect(result.accepted || result.kind == .string("parse"), "\(name)")
    }
  }
}
