import Testing

@Suite("The RFC 9111 table of docs/caching.md")
struct CachingTableTests {
  @Test("a row decides as the table says", arguments: CachingCase.all)
  func row(_ row: CachingCase) {
    #expect(row.run() == row.decision)
  }

  @Test("every row of the document is one that can be run")
  func documented() {
    #expect(CachingCase.all.count == CachingCase.rows.count && CachingCase.rows.count > 100)
  }
}
