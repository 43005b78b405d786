import Hummingbird
import NIOCore

/// Bytes that a host may send in place of a picture, `GET /media/pictures.example/NAME`: for tests of those who
/// show pictures to people.
enum FalsePictures {
  /// A host that belongs to nobody (RFC 2606).
  static let host = "pictures.example"

  /// The answer for a name: `page.png`, `drawing.svg`, `bomb.png`, `cut.png`, `large.png`, `away`,
  /// `inward`, and a cover for any other.
  static func answer(_ name: String) -> Response {
    switch name {
    case "page.png": file(Array("<!doctype html><script>alert(1)</script>".utf8))
    case "drawing.svg":
      file(Array("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8))
    case "bomb.png": file(bomb)
    case "cut.png": file(Array(cover(name).prefix(12)))
    case "large.png": large
    case "away": moved("https://elsewhere.example/cover.png")
    case "inward": moved("https://127.0.0.1/cover.png")
    case "gone.png": Response(status: .notFound)
    default: file(cover(name))
    }
  }

  private static func cover(_ name: String) -> [UInt8] {
    DrawnPicture.cover(name, width: 60, height: 60)
  }

  /// A small file that stands for 2,500 million points.
  private static var bomb: [UInt8] {
    var bytes = cover("bomb")
    bytes.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
    return bytes
  }

  /// A picture that does not end before 50 MB.
  private static var large: Response {
    let start = cover("large")
    let block = ByteBuffer(repeating: 0x20, count: 1_000_000)
    return Response(
      status: .ok, headers: [.contentType: "image/png"],
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(bytes: start))
        for _ in 0..<50 { try await writer.write(block) }
        try await writer.finish(nil)
      })
  }

  private static func file(_ bytes: [UInt8]) -> Response { MediaUpstream.picture(bytes) }

  private static func moved(_ target: String) -> Response {
    Response(status: .found, headers: [.location: target])
  }
}
