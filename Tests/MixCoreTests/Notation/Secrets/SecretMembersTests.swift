import Testing

@testable import Notation

@Suite("Secrets in JSON answers")
struct SecretMembersTests {
  @Test(arguments: [
    (#"{"access_token":"abc","expires_in":3600}"#, #"{"access_token":"***","expires_in":3600}"#),
    (#"[{"Refresh_Token" : "a\"b"}, 1]"#, #"[{"Refresh_Token" : "***"}, 1]"#),
    (#"{"password":1234,"x":[1,2]}"#, #"{"password":0,"x":[1,2]}"#),
    (
      #"{"token":{"kind":"bearer","parts":["x",5,true]},"id":"i"}"#,
      #"{"token":{"kind":"***","parts":["***",0,true]},"id":"i"}"#
    ),
    (#"{"token":null,"secret":""}"#, #"{"token":null,"secret":""}"#),
    (#"{"key":"/works/OL1W","code":"NOT_FOUND"}"#, #"{"key":"/works/OL1W","code":"NOT_FOUND"}"#),
    (#"{"note":"the access_token: abc"}"#, #"{"note":"the access_token: abc"}"#),
    ("token=abc", "token=abc"),
    (#"{"token":"cut"#, #"{"token":"***""#),
    (#"{"token":"#, #"{"token":"#),
    (#"{"a\"#, #"{"a\"#),
  ])
  func masks(document: String, expected: String) {
    let masked = SecretMembers.masked(Array(document.utf8))
    #expect(String(decoding: masked, as: UTF8.self) == expected)
  }
}
