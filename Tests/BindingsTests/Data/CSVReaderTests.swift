import Foundation
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.csv.open")
struct CSVReaderTests {
  /// A script's result on a file with these bytes.
  private func read(_ bytes: [UInt8], _ script: String) async throws -> [LuaValue] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let host = await TestHost(grants: Grants(read: [file.path]))
    return try await host.run("local path = '\(file.path)'\n" + script)
  }

  private let all = """
    local reader = assert(mix.csv.open(path))
    local rows, bad = {}, {}
    while true do
      local part, rejected = reader:next(2)
      if not part then break end
      for _, row in ipairs(part) do rows[#rows + 1] = row.row .. ':' .. table.concat(row, '|') end
      for _, r in ipairs(rejected) do bad[#bad + 1] = r.row end
    end
    local info = reader:info()
    return table.concat(rows, ' '), table.concat(bad, ' '), info.delimiter, info.encoding
    """

  @Test("Rows come in parts, with their numbers; bad ones are reported and skipped")
  func parts() async throws {
    let text = "a;b\n1;2\nx\u{0};y\n3;4\n\"5\"6;7\n8;9\n"
    let found = try await read(Array(text.utf8), all)
    #expect(found[0] == .string("1:a|b 2:1|2 4:3|4 6:8|9"))
    #expect(found[1] == .string("3 5"))
    #expect(found[2] == .string(";"))
  }

  @Test("A file of holes is refused at once")
  func holes() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    try Data("title,artist\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try FileHandle(forWritingTo: file).truncate(atOffset: 1_900_000_000)
    let host = await TestHost(grants: Grants(read: [file.path]))
    let found = try await host.run(
      "local r, err = mix.csv.open('\(file.path)') return r, err.kind, err.message")
    #expect(found.prefix(2) == [.nil, .string("io")])
    #expect("\(found)".contains("it has holes"))
  }

  @Test("UTF-16 with and without a byte order mark, either order", arguments: [true, false])
  func utf16(isBigEndian: Bool) async throws {
    let units = Array("title\tauthor\nDéjà 📖\tÉ\n".utf16)
    let body = units.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      return isBigEndian ? [high, low] : [low, high]
    }
    let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for bytes in [mark + body, body] {
      let found = try await read(bytes, all)
      #expect(found[0] == .string("1:title|author 2:Déjà 📖|É"))
      #expect(found[3] == .string("utf-16"))
    }
  }

  @Test("A file without rows ends at once; one that is not there is an error")
  func ends() async throws {
    let empty = try await read([], "local r = mix.csv.open(path)\nreturn #r:next(), r:next()")
    #expect(empty == [.int(0), .nil])
    let host = await TestHost(grants: Grants(read: ["/tmp"]))
    let missing = try await host.run("return mix.csv.open('/tmp/no-such-file-of-mixhost.csv')")
    #expect(missing.first == .nil)
  }

  @Test("Wrong use is named")
  func misuse() async throws {
    let host = await TestHost()
    #expect(await host.message("mix.csv.open('x', {encoding = 'ebcdic'})").contains("encoding"))
    #expect(await host.message("mix.csv.open('x', {delimiter = ':'})").contains("delimiter"))
  }
}
