import Testing

@testable import Terminal

@Suite("Prose on a narrow terminal")
struct WrappedTextTests {
  @Test("A text without spaces breaks between wide characters")
  func wide() {
    #expect(WrappedText.lines("宇多田ヒカル「First」", width: 8) == "宇多田ヒ\nカル「\nFirst」")
    #expect(WrappedText.lines("by 宇多田", width: 20) == "by 宇多田")
  }

  @Test("A meaning continues below itself, or below its label where there is no room")
  func entries() {
    func entry(_ width: Int?) -> String {
      WrappedText.entry("--out FILE", "write the pairs to a table", at: 12, width: width)
    }
    #expect(entry(nil) == "--out FILE  write the pairs to a table")
    #expect(entry(38) == entry(nil))
    #expect(entry(37) == "--out FILE  write the pairs to a\n            table")
    #expect(entry(30) == "--out FILE\n      write the pairs to a\n      table")
    #expect(
      WrappedText.entry("--a-long-option FILE", "write the pairs", at: 12, width: 37)
        == "--a-long-option FILE  write the pairs")
  }
}
