import ScriptHost
@testable import Notation
import Testing

import MixCore
@testable import Bindings

@Suite("mix.crypto")
struct CryptoTests {
  @Test(
    "SHA-256 gives the digests of FIPS 180-4",
    arguments: [
      ("''", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("'abc'", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("('a'):rep(1000000)", "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func sha256(expression: String, digest: String) async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.crypto.sha256(\(expression))") == .string(digest))
  }

  @Test(
    "Base64URL is that of RFC 4648, both ways",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func base64url(plain: String, encoded: String) async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.crypto.base64url('\(plain)')") == .string(encoded))
    #expect(try await host.value("mix.crypto.base64url_decode('\(encoded)')") == .string(plain))
  }

  @Test("Every byte survives, and padding may be there")
  func allBytes() throws {
    let bytes = (0...255).map { UInt8($0) }
    for count in 250...256 {
      let some = Array(bytes.prefix(count))
      #expect(try Base64URL.decode(Base64URL.encode(some)) == some)
    }
    #expect(Base64URL.encode([0xFB, 0xFF]) == Array("-_8".utf8))
    #expect(try Base64URL.decode(Array("-_8=".utf8)) == [0xFB, 0xFF])
  }

  @Test(
    "Damaged Base64URL is an error with its place",
    arguments: [
      ("Zg==x", 2), ("Zm9vY", 5), ("Zm9+", 3), ("Zh", 1), ("Zg=", 2), ("====", 0), ("Zm 9", 2),
    ])
  func damaged(text: String, offset: Int) async throws {
    let host = await TestHost()
    let found = try await host.run(
      "local v, err = mix.crypto.base64url_decode('\(text)') return v, err.kind, err.offset")
    #expect(found == [.nil, .string("parse"), .int(Int64(offset))])
  }

  @Test("Random bytes have the length asked for and differ")
  func random() async throws {
    let host = await TestHost()
    #expect(try await host.value("#mix.crypto.random_bytes(65536)") == .int(65_536))
    #expect(try await host.value("#mix.crypto.random_bytes(1)") == .int(1))
    #expect(
      try await host.value("mix.crypto.random_bytes(32) ~= mix.crypto.random_bytes(32)")
        == .bool(true))
    #expect(await host.kind("mix.crypto.random_bytes(0)") == "usage")
    #expect(await host.kind("mix.crypto.random_bytes(65537)") == "usage")
  }
}
