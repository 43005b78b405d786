import Bindings
import Foundation
import MixCore
import Notation
import Testing

@testable import Server

/// Pictures and sounds through the server. One after the other:
/// their clients block threads.
@Suite(.serialized) struct MediaTests {
  private static let screen = """
    return {
      view = function()
        local items = {}
        for place, name in ipairs({ "cover.png", "page.png", "drawing.svg", "bomb.png", "cut.png",
          "large.png", "away", "inward", "gone.png" }) do
          items[place] = { key = name, title = name, image = "https://pictures.example/" .. name }
        end
        return { "page",
          { "cards", items = items },
          { "image", src = "https://elsewhere.example/x.png", alt = "not allowed" },
          { "audio", src = "https://audio-ssl.itunes.apple.com/one.m4a", title = "A tune" },
          { "image", src = "https://audio-ssl.itunes.apple.com/one.m4a", alt = "a sound" },
        }
      end }
    """
  private static let manifest = """
    media = { "pictures.example", "audio-ssl.itunes.apple.com" },
    """

  @Test func picturesComeThroughTheServer() async throws {
    let server = try await TestServer.with(
      screens: ["look/look": Self.screen], manifest: Self.manifest, mock: "")
    let client = try await server.screens()
    let tree = try await blocking {
      client.open(1, "look")
      return try client.next("tree")
    }
    var paths: [String: String] = [:]
    if case .array(let items)? = tree.children[0]["items"] {
      for item in items {
        if case .string(let key)? = item["key"], case .string(let path)? = item["image"] {
          paths[key] = path
        }
      }
    }
    #expect(tree.children[1]["src"] == .string(""), "a host that the manifest does not name")
    let cover = try await server.get(try #require(paths["cover.png"]))
    #expect(cover.status == 200 && cover.header("content-type") == "image/png")
    #expect(cover.header("x-content-type-options") == "nosniff")
    #expect(cover.header("cache-control")?.contains("max-age") == true)
    let tag = try #require(cover.header("etag"))
    let again = try await server.get(
      paths["cover.png"]!, fields: server.bearer + "If-None-Match: \(tag)\r\n")
    #expect(again.status == 304)
    for (name, status, words) in [
      ("page.png", 502, "did not send a picture"), ("drawing.svg", 502, "did not send a picture"),
      ("bomb.png", 502, "50000 × 50000"), ("cut.png", 502, "damaged"), ("large.png", 502, "10"),
      ("away", 403, "media"), ("inward", 403, "media"), ("gone.png", 404, "404"),
    ] {
      let answer = try await server.get(try #require(paths[name]))
      #expect(answer.status == status, "\(name): \(answer.text)")
      #expect(answer.text.contains(words), "\(name): \(answer.text)")
      #expect(answer.header("content-type")?.hasPrefix("application/json") == true)
    }
    guard case .string(let sound)? = tree.children[2]["src"],
      case .string(let wrong)? = tree.children[3]["src"]
    else { return #expect(Bool(false), "\(tree)") }
    let part = try await server.get(sound, fields: server.bearer + "Range: bytes=0-11\r\n")
    #expect(part.status == 206 && part.body.count == 12)
    #expect(part.header("content-type") == "audio/wav")
    #expect(try await server.get(wrong).status == 502, "a sound is not a picture")
    await server.stop()
  }

  @Test func pathsThatTheServerDidNotMakeAreRefused() async throws {
    let server = try await TestServer()
    let home = Home(environment: [:], override: server.folder)
    let signer = try MediaSigner(path: home.state + "/server/media-key")
    let wanted = MediaSigner.Wanted(
      program: "chart", media: .image, address: "https://is1-ssl.mzstatic.com/a/b.jpg")
    let path = signer.path(wanted)
    let parts = path.split(separator: "/").map(String.init)
    #expect(signer.wanted(signature: parts[1], address: parts[2]) == wanted)
    let other = signer.path(
      .init(program: "chart", media: .image, address: "https://127.0.0.1/secret"))
    let forged = "/media/\(parts[1])/\(other.split(separator: "/")[2])"
    for path in [forged, "/media/x/y", "/media/\(parts[1])/%00", "/media/AAAA/\(parts[2])"] {
      #expect(try await server.get(path).status == 404, "\(path)")
    }
    // The manifest is asked again: a signature alone opens no host.
    #expect(try await server.get(other).status == 403)
    await server.stop()
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), (Array("GIF89a".utf8), "image/gif"),
      (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "image/webp"),
      (Array("RIFF\0\0\0\0WAVEfmt ".utf8), "audio/wav"),
      (Array("\0\0\0\u{1C}ftypavif".utf8), "image/avif"),
      (Array("\0\0\0\u{1C}ftypM4A ".utf8), "audio/mp4"), (Array("ID3".utf8), "audio/mpeg"),
      ([0xFF, 0xFB, 0x90], "audio/mpeg"), ([0xFF, 0xF1, 0x50], "audio/aac"),
      (Array("<svg xmlns=''/>".utf8), nil), (Array("<html>".utf8), nil), ([], nil), ([0xFF], nil),
      (Array("RIFF".utf8), nil), (Array("%PDF-1.7".utf8), nil),
    ] as [([UInt8], String?)])
  func typesGoByContent(bytes: [UInt8], type: String?) {
    #expect(MediaType(bytes)?.rawValue == type)
  }

  @Test(
    arguments: [
      ("bytes=0-1", 0..<2), ("bytes=8-", 8..<10), ("bytes=-3", 7..<10), ("bytes=5-100", 5..<10),
      ("bytes=10-", nil), ("bytes=3-2", nil), ("bytes=0-1,4-5", nil), ("lines=1-2", nil),
      ("bytes=--1", nil), ("bytes=a-b", nil), (nil, nil),
    ] as [(String?, Range<Int>?)])
  func ranges(field: String?, range: Range<Int>?) {
    #expect(MediaRoutes.range(field, of: 10) == range)
  }
}
