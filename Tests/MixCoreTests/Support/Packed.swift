import Glibc

/// Packs bytes in the codings of HTTP, by the libraries that libcurl brings along.
enum Packed {
  /// The codings, each with what it makes of some bytes.
  static let codings: [(name: String, pack: @Sendable ([UInt8]) throws -> [UInt8])] = [
    ("gzip", { try Gzip.pack($0) }), ("deflate", zlib),
    // The bare form, which some servers send.
    ("deflate", { Array(try zlib($0).dropFirst(2).dropLast(4)) }), ("br", brotli), ("zstd", zstd),
  ]

  private struct Missing: Error { let name: String }

  private static func function<T>(_ name: String, of library: String, as type: T.Type) throws -> T {
    guard let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, name) else {
      throw Missing(name: "\(name) of \(library)")
    }
    return unsafeBitCast(symbol, to: type)
  }

  private static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
      ) -> Int32
    let compress = try function("compress2", of: "libz.so.1", as: Compress.self)
    var packed = [UInt8](repeating: 0, count: bytes.count + 1_000)
    var length = UInt(packed.count)
    guard compress(&packed, &length, bytes, UInt(bytes.count), 9) == 0 else {
      throw Missing(name: "zlib's answer")
    }
    return Array(packed.prefix(Int(length)))
  }

  private static func brotli(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Compress =
      @convention(c) (
        Int32, Int32, Int32, Int, UnsafePointer<UInt8>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<UInt8>
      ) -> Int32
    let compress = try function(
      "BrotliEncoderCompress", of: "libbrotlienc.so.1", as: Compress.self)
    var packed = [UInt8](repeating: 0, count: bytes.count + 1_000)
    var length = packed.count
    guard compress(9, 22, 0, bytes.count, bytes, &length, &packed) == 1 else {
      throw Missing(name: "Brotli's answer")
    }
    return Array(packed.prefix(length))
  }

  private static func zstd(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>, Int, Int32
      ) -> Int
    let compress = try function("ZSTD_compress", of: "libzstd.so.1", as: Compress.self)
    var packed = [UInt8](repeating: 0, count: bytes.count + 1_000)
    let length = compress(&packed, packed.count, bytes, bytes.count, 9)
    guard (1...packed.count).contains(length) else { throw Missing(name: "Zstandard's answer") }
    return Array(packed.prefix(length))
  }
}
