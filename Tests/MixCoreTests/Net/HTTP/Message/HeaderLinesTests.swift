import Testing

@testable import Net

@Suite("Header lines as received")
struct HeaderLinesTests {
  private func headers(_ lines: String) -> HTTPHeaders { HTTPHeaders(lines: Array(lines.utf8)) }

  @Test func readsFieldsInOrder() {
    let headers = headers("Content-Type: text/plain\r\nSet-Cookie:a=1\r\nset-cookie: \t b=2 \r\n")
    #expect(headers.fields.map(\.name) == ["Content-Type", "Set-Cookie", "set-cookie"])
    #expect(headers.fields.map(\.value) == ["text/plain", "a=1", "b=2"])
    #expect(headers["SET-COOKIE"] == "a=1")
    #expect(headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(headers["Set-Cook"] == nil)
    #expect(headers["Set-Cookie2"] == nil)
    #expect(headers.values("Age") == [])
  }

  @Test func aLineMayContinueTheOneBefore() {
    let headers = headers("X-List: a,\r\n  b,\r\n\tc\r\nAge: 5\r\n")
    #expect(headers["x-list"] == "a, b, c")
    #expect(headers.fields.first?.value == "a, b, c")
    #expect(headers.list("X-List") == ["a", "b", "c"])
    #expect(headers["Age"] == "5")
  }

  @Test func leavesOutWhatIsNoField() {
    let headers = headers("no colon here\r\n: no name\r\nEmpty:\r\nLast: 1")
    #expect(headers.fields.map(\.name) == ["Empty", "Last"])
    #expect(headers["Empty"] == "")
    #expect(headers["last"] == "1")
    #expect(headers["no colon here"] == nil)
  }

  @Test func repairsWhatIsNoUTF8() {
    let headers = HTTPHeaders(lines: Array("Server: ".utf8) + [0xE9] + Array("t\r\n".utf8))
    #expect(headers["Server"] == "\u{FFFD}t")
  }

  @Test func changesKeepTheOtherFields() {
    var headers = headers("A: 1\r\nB: 2\r\na: 3\r\n")
    headers["A"] = nil
    #expect(headers == ["B": "2"])
    #expect(headers.lines.isEmpty)
    headers.add("C", "4")
    #expect(headers.fields.map(\.value) == ["2", "4"])
    #expect(self.headers("B: 2\r\nC: 4\r\n") == headers)
  }
}
