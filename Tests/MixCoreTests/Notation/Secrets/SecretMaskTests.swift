import MixCore
import Testing

@Suite("Secret mask")
struct SecretMaskTests {
  private let mask = SecretMask(secrets: ["s3cr3t-value", "abc", "s3cr3t"])

  @Test(
    "secrets are hidden",
    arguments: [
      ("Authorization: Bearer abcdefghij", "Authorization: ***"),
      ("authorization: Basic dXNlcjpwYXNz\nAccept: a/b", "authorization: ***\nAccept: a/b"),
      ("sent Bearer abcdefghij to x", "sent Bearer *** to x"),
      ("https://a/?q=1&token=x&page=2", "https://a/?q=1&token=***&page=2"),
      ("https://a/?api_key=x#f", "https://a/?api_key=***#f"),
      ("https://a/cb?code=x&state=y", "https://a/cb?code=***&state=y"),
      (
        "grant_type=x&code_verifier=y&client_secret=z",
        "grant_type=x&code_verifier=***&client_secret=***"
      ),
      ("https://user:pw@a/b@c", "https://***@a/b@c"),
      (#"{"access_token":"x","expires_in":1}"#, #"{"access_token":"***","expires_in":1}"#),
      (#"{"refreshToken" : "a\"b", "n":1}"#, #"{"refreshToken" : "***", "n":1}"#),
      (#"body "{\"password\":\"x\",\"n\":1}""#, #"body "{\"password\":\"***\",\"n\":1}""#),
      ("key='x y' z", "key='***' z"), ("token: xyz next", "token: *** next"),
      ("value s3cr3t-value here", "value *** here"), ("xs3cr3ty", "x***y"),
      ("Set-Cookie: a=b; Path=/", "Set-Cookie: ***"), ("X-Api-Key: x", "X-Api-Key: ***"),
      ("MIXHOST_TMDB_TOKEN=x", "MIXHOST_TMDB_TOKEN=***"),
      ("https://a/?X-Amz-Signature=x&jwt=y&n=1", "https://a/?X-Amz-Signature=***&jwt=***&n=1"),
      ("https://a/?token[]=x&user[password]=y", "https://a/?token[]=***&user[password]=***"),
      ("https://a/?u%5Bpassword%5D=y&n=1", "https://a/?u%5Bpassword%5D=***&n=1"),
      ("https://a/?token%5b%5d=x", "https://a/?token%5b%5d=***"),
    ])
  func hidden(_ text: String, _ expected: String) {
    #expect(mask.mask(text) == expected)
  }

  @Test(
    "everything else stays",
    arguments: [
      "", "plain", "exit code: 1", #"{"error":{"code":4}}"#, "keyboard=x", "monkey=1", "abc",
      "the token bucket is empty", "bearer of news", "https://a/b?q=x@y", "a // b @ c", "ünïcödé ✓",
      "the key, the code", "token=", "time_signature=4", #"{"session":{"n":1}}"#,
    ])
  func kept(_ text: String) {
    #expect(mask.mask(text) == text)
  }

  @Test("an address alone")
  func address() {
    #expect(SecretMask.url("https://u:p@a/?key=1&q=2") == "https://***@a/?key=***&q=2")
  }

  @Test("secret names")
  func names() {
    for name in ["Token", "access_token", "clientSecret", "X-API-Key", "code", "token_v2"] {
      #expect(SecretMask.isSecretName(name))
    }
    for name in ["tokens", "secretary", "monkey", "encode", "status"] {
      #expect(!SecretMask.isSecretName(name))
    }
  }
}
