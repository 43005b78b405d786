import Foundation
import Testing

@Suite("The RFC 9111 table of docs/caching.md")
struct CachingTableTests {
  @Test("a row decides as the table says", arguments: CachingCase.all)
  func row(_ row: CachingCase) {
    #expect(row.run() == row.decision)
  }

  @Test("the document has every row, and no other")
  func documented() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = (0..<5).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let document = try String(
      contentsOf: root.appendingPathComponent("docs/caching.md"), encoding: .utf8)
    let lines = Set(document.split(separator: "\n").map(String.init))
    let missing = CachingCase.all.map(\.row).filter { !lines.contains($0) }
    #expect(missing == [], "add these rows to docs/caching.md")
    let rows = lines.filter { $0.hasSuffix("|") && $0.contains(" s | ") }
    #expect(rows.count == CachingCase.all.count)
  }
}
