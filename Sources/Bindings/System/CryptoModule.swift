internal import Crypto
internal import MixCore
internal import ScriptHost

/// `mix.crypto`: digests, Base64URL, random bytes and PKCE.
enum CryptoModule {
  /// The most random bytes of one call.
  private static let maxRandom = 65_536

  static func make() -> Module {
    let chance = "gives something else each time"
    var module = Module(
      "crypto", "Digests, Base64URL, random bytes and PKCE.",
      rules: .allowed(except: ["random_bytes": chance, "pkce": chance]))
    module.function(
      "sha256", "The SHA-256 digest (FIPS 180-4).",
      Parameter("bytes", "any bytes", TextPosition.self),
      returns: "string  64 hexadecimal digits in lower case",
      example: "print(mix.crypto.sha256(\"abc\"))"
    ) { call, position in
      var hash = SHA256()
      call.stack.withBytes(position.index) {
        hash.update(bufferPointer: UnsafeRawBufferPointer($0))
      }
      return hexadecimal(hash.finalize())
    }
    module.function(
      "base64url", "Writes bytes in Base64URL without padding (RFC 4648 section 5).",
      Parameter("bytes", "any bytes", Bytes.self),
      returns: "string  A-Z a-z 0-9 - _",
      example: "print(mix.crypto.base64url(\"\\xfb\\xff\"))  --> -_8"
    ) { _, bytes in Bytes(Base64URL.encode(bytes.bytes)) }
    module.function(
      "base64url_decode", "Reads Base64URL; padding may be there.",
      Parameter("text", "A-Z a-z 0-9 - _", Bytes.self),
      returns: "string  the bytes; nil, err of kind parse with offset when the text is damaged",
      example: "local bytes = assert(mix.crypto.base64url_decode(\"-_8\"))"
    ) { _, text in
      do {
        return Bytes(try Base64URL.decode(text.bytes))
      } catch let error as Base64URL.Problem {
        throw HostError(
          kind: "parse", message: "invalid Base64URL after \(error.offset) bytes: \(error.reason)",
          fields: ["offset": .int(Int64(error.offset))])
      }
    }
    module.function(
      "random_bytes", "Bytes from the system's generator, fit for keys and tokens.",
      Parameter("count", "how many, 1 to 65,536", Int.self),
      returns: "string  the bytes",
      example: "local state = mix.crypto.base64url(mix.crypto.random_bytes(32))"
    ) { call, count in
      guard (1...maxRandom).contains(count) else {
        throw call.badArgument("count", "1 to \(maxRandom) expected, got \(count)")
      }
      return Bytes(RandomText.bytes(count))
    }
    addPKCE(&module)
    return module
  }

  private static func addPKCE(_ module: inout Module) {
    module.function(
      "pkce", "A verifier and its challenge for a log-in of your own (RFC 7636, S256).",
      Parameter(
        "verifier", "43 to 128 of A-Z a-z 0-9 - . _ ~ (default: a new one, 43 characters)",
        String?.self),
      returns: "crypto.pkce  the pair",
      example: "local pair = mix.crypto.pkce(); print(pair.challenge, pair.method)"
    ) { call, verifier -> LuaValue in
      guard let pair = verifier.map({ PKCE(verifier: $0) }) ?? PKCE() else {
        throw call.badArgument("verifier", "43 to 128 of A-Z a-z 0-9 - . _ ~ expected")
      }
      return .object([
        "verifier": .string(pair.verifier), "challenge": .string(pair.challenge),
        "method": .string(PKCE.method),
      ])
    }
    module.shapes(
      Shape(
        "crypto.pkce", "A proof key for code exchange.",
        [
          .init("verifier", "string", "secret: for the exchange"),
          .init("challenge", "string", "for the authorization request"),
          .init("method", "string", "S256"),
        ]))
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
