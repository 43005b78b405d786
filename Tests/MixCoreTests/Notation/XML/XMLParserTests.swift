import MixCore
import Testing

@Suite("XML parser")
struct XMLParserTests {
  private func parse(_ text: String) throws -> MixCore.XMLElement {
    try XMLParser.parse(Array(text.utf8))
  }

  private func message(_ text: String) -> String {
    do {
      return "read: \(try parse(text))"
    } catch {
      return "\(error)"
    }
  }

  @Test("Elements, attributes, references, CDATA, comments and instructions")
  func document() throws {
    let root = try parse(
      """
      \u{FEFF}<?xml version='1.0' encoding="UTF-8"?><!-- a - b --><?pi x?>
      <!DOCTYPE feed>
      <a:b x="1 &lt; 2" y='"'>one &amp; <c/>two<![CDATA[ <&> ]]>&#x41;&#233;<!-- no --><d e="1\n2"></d></a:b>

      """)
    #expect(root.name == "a:b" && root.text == "one & two <&> Aé")
    #expect(root.attributes.map(\.value) == ["1 < 2", "\""])
    let names = root.children.compactMap {
      if case .element(let child) = $0 { child.name } else { nil }
    }
    #expect(names == ["c", "d"])
    guard case .element(let last)? = root.children.last else {
      Issue.record("the last child is not an element")
      return
    }
    #expect(last.attributes.first?.value == "1 2", "white space in attributes is a space")
  }

  @Test(
    "A document that is not well-formed is refused with its place",
    arguments: [
      ("", "line 1, column 1: an element is expected"), ("<a>", "<a> is not closed"),
      ("<a></b>", "</b> closes <a>"), ("<a/><b/>", "nothing may follow"),
      ("<a x=1/>", "needs quotes"), ("<a x='1' x='2'/>", "is there twice"),
      ("<a x='1'y='2'/>", "white space is expected"), ("<a x='<'/>", "\"<\" within"),
      ("<a>&nbsp;</a>", "&nbsp is not an entity"), ("<a>\n &x</a>", "line 2, column 2"),
      ("<a>&#0;</a>", "not an entity"), ("<a>&#xD800;</a>", "not an entity"),
      ("<a>]]></a>", "within text"),
      ("<a><!-- -- --></a>", "within a comment"), ("<a><![CDATA[x</a>", "does not end"),
      ("<a>\u{1}</a>", "control character"), ("<1/>", "a name is expected"),
      ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "declarations is refused"),
      ("<?xml version='1.0' encoding='latin1'?><a/>", "the encoding latin1"),
    ])
  func malformed(text: String, expected: String) {
    let message = message(text)
    #expect(message.contains(expected), "\(message)")
  }

  @Test("Deep nesting ends in an error, other encodings and broken text too")
  func limits() {
    let deep = { (count: Int) in
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(message(deep(200)).hasPrefix("read: "))
    #expect(message(deep(201)).contains("more than 200 elements"))
    #expect(message(deep(100_000)).contains("more than 200 elements"))
    #expect(throws: XMLError.self) { try XMLParser.parse([0xFF, 0xFE, 0x3C, 0]) }
    #expect(throws: XMLError.self) {
      try XMLParser.parse(Array("<a>".utf8) + [0xFF] + Array("</a>".utf8))
    }
  }

  @Test(
    "Text allowed only within an element is an error elsewhere",
    arguments: [
      "<![CDATA[x]]>", "<![CDATA[", "text", "&amp;", "</a>", "]]>", "<", "<!", "<?", "<a/>&#65;",
    ])
  func outside(text: String) {
    #expect(message(text).hasPrefix("line 1, column "), "\(message(text))")
  }

  @Test("Entities are not expanded, other files not read")
  func entities() {
    let laughs = """
      <!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>
      """
    #expect(message(laughs).contains("declarations is refused"))
    let external = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a>&x;</a>"
    #expect(message(external).contains("&x is not an entity known here"), "\(message(external))")
  }

  @Test("A tag, comment or text of any length takes time linear in it", .timeLimit(.minutes(1)))
  func longTokens() throws {
    let attributes = (0..<900_000).map { " a\($0)=''" }.joined()
    #expect(try parse("<r\(attributes)/>").attributes.count == 900_000)
    let text = String(repeating: "x<!---->", count: 500_000)
    #expect(try parse("<r>\(text)</r>").text.utf8.count == 500_000)
    let long = String(repeating: "y", count: 30_000_000)
    #expect(try parse("<r z='\(long)'><!--\(long)--></r>").attributes.count == 1)
    let nodes = String(repeating: "<a b=''/>", count: 600_000)
    #expect(message("<r>\(nodes)</r>").contains("more than 1000000 elements and attributes"))
  }

  @Test("The reading asks whether it may continue, with what it holds")
  func checkpoints() throws {
    struct Enough: Error {}
    var held = 0
    let text = "<r>" + String(repeating: "<a/>", count: 100_000) + "</r>"
    #expect(throws: Enough.self) {
      try XMLParser.parse(Array(text.utf8)) { bytes in
        held = bytes
        if bytes > 2_000_000 { throw Enough() }
      }
    }
    #expect((2_000_000...5_000_000).contains(held))
  }
}
