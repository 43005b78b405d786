import Hummingbird
import NIOCore

/// The hosts of pictures and sounds beside the services, `GET /media/HOST/PATH`: covers drawn from
/// titles, thumbnails and tunes. The path decides what they show, as the services build it.
struct MediaUpstream: Sendable {
  private let posters: PosterTitles

  init(_ options: MockOptions) {
    posters = PosterTitles(seed: options.seed, size: options.titles)
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/media/:host/**") { request, context in
      let host = context.parameters.get("host") ?? ""
      let parts = context.parameters.getCatchAll().map(String.init)
      switch host {
      case "audio-ssl.itunes.apple.com": return Self.sound(parts.last ?? "")
      case "image.tmdb.org": return poster(parts)
      case FalsePictures.host: return FalsePictures.answer(parts.last ?? "")
      case _ where host.hasSuffix(".ytimg.com"):
        return Self.picture(
          DrawnPicture.landscape(parts.dropLast().last ?? "", width: 320, height: 180))
      default: return Self.artwork(parts)
      }
    }
  }

  /// A title as a part of a path from which ``artwork(_:)`` draws it.
  static func slug(_ title: String) -> String {
    let words = SearchWords.words(title).filter { $0.utf8.allSatisfy { $0 < 0x80 } }
    return words.isEmpty ? "source" : words.joined(separator: "-")
  }

  /// `…/Title-of-the-Album/600x600bb.jpg`: the edge and the title are in the path.
  private static func artwork(_ parts: [String]) -> Response {
    let edge = (parts.last ?? "").prefix { $0.isASCII && $0.isNumber }
    let title = (parts.dropLast().last ?? parts.last ?? "").replacing("-", with: " ")
    let size = min(300, max(30, Int(edge) ?? 300))
    return picture(DrawnPicture.cover(title, width: size, height: size))
  }

  /// `t/p/w342/NAME.jpg`.
  private func poster(_ parts: [String]) -> Response {
    let name = String((parts.last ?? "").dropLast(4))
    guard let title = posters.title(name) else { return Response(status: .notFound) }
    let asked = parts.dropLast().last.flatMap { Int($0.dropFirst()) } ?? 342
    let width = min(342, max(46, asked))
    return Self.picture(DrawnPicture.cover(title, width: width, height: width * 3 / 2))
  }

  private static func sound(_ name: String) -> Response {
    answer(SoundFile.tune(name), "audio/wav")
  }

  /// The answer that is a PNG file.
  static func picture(_ bytes: [UInt8]) -> Response { answer(bytes, "image/png") }

  private static func answer(_ bytes: [UInt8], _ type: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=86400"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
