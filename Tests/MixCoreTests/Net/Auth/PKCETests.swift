import Testing

@testable import Net
@testable import Notation

@Suite("PKCE, states and forms")
struct PKCETests {
  @Test("RFC 7636, appendix B")
  func appendixB() throws {
    let pkce = try #require(PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("A verifier has 43 to 128 unreserved characters; new ones are never the same")
  func verifiers() {
    let many = Set((0..<100).map { _ in PKCE().verifier })
    #expect(many.count == 100)
    #expect(many.allSatisfy { $0.utf8.count == 43 && PKCE(verifier: $0) != nil })
    for (text, fits) in [
      (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 43), true),
      (String(repeating: "~", count: 128), true), (String(repeating: "a", count: 129), false),
      (String(repeating: "a", count: 42) + "+", false),
      (String(repeating: "a", count: 42) + "é", false),
    ] {
      #expect((PKCE(verifier: text) != nil) == fits, "\(text)")
    }
  }

  @Test("Secrets compare by all of their bytes")
  func comparison() {
    #expect(ConstantTime.equal("", ""))
    #expect(ConstantTime.equal("abc", "abc"))
    for (left, right) in [("abc", "abd"), ("abc", "xbc"), ("abc", "ab"), ("", "a")] {
      #expect(!ConstantTime.equal(left, right))
    }
  }

  @Test("Form fields come back as they were, and odd texts are read")
  func forms() {
    let fields = FormFields([("a b", "c&d=e"), ("é", "+%/~"), ("empty", "")])
    #expect(fields.text == "a%20b=c%26d%3De&%C3%A9=%2B%25%2F~&empty=")
    #expect(FormFields(parsing: fields.text) == fields)
    #expect(FormFields(parsing: "a=1+2&b=%zz&c").fields.map(\.value) == ["1 2", "%zz", ""])
    #expect(FormFields(parsing: "code=1&x=2&code=3").repeated == "code")
  }

  @Test("HTTP Basic has the other alphabet and padding")
  func basic() {
    #expect(Base64URL.standard(Array("Aladdin:open sesame".utf8)) == "QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(Base64URL.standard([0xFB, 0xFF]) == "+/8=")
  }
}
