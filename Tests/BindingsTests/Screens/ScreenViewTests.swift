import MixCore
import ScriptHost
import Testing

@testable import Bindings

/// Trees as pages get them: parts of long lists, addresses of the server.
@Suite struct ScreenViewTests {
  private static func table(_ count: Int) -> LuaValue {
    .object([
      "kind": .string("page"), "id": .string("page"),
      "children": .array([
        .object([
          "kind": .string("table"), "id": .string("table"), "key": .string("id"),
          "columns": .array([.object(["key": .string("cover"), "format": .string("image")])]),
          "rows": .array(
            (0..<count).map {
              .object(["id": .int(Int64($0)), "cover": .string("https://a.example/\($0).png")])
            }),
        ])
      ]),
    ])
  }

  private static func shown(_ tree: LuaValue, _ windows: ScreenWindows = .init()) -> LuaValue {
    let view = ScreenView(windows) { address, media in
      address.hasPrefix("https://a.example") ? "/media/\(media)\(address.dropFirst(17))" : nil
    }
    guard case .array(let children)? = view.shown(tree)["children"] else { return .bool(false) }
    return children[0]
  }

  private static func rows(_ node: LuaValue) -> [LuaValue] {
    if case .array(let rows)? = node["rows"] { rows } else { [] }
  }

  @Test func shortListsAreWhole() {
    let node = Self.shown(Self.table(ScreenWindows.usual))
    #expect(Self.rows(node).count == ScreenWindows.usual)
    #expect(node["total"] == nil && node["from"] == nil)
  }

  @Test(
    arguments: [
      (nil, 0, 200), ("table", 300, 100), ("elsewhere", 0, 200), ("table", 950, 50),
      ("table", 5_000, 1),
    ] as [(String?, Int, Int)])
  func longListsAreCut(node: String?, from: Int, count: Int) {
    var windows = ScreenWindows()
    if let node { windows.set(node, .init(from: from, count: 100)) }
    let shown = Self.shown(Self.table(1_000), windows)
    let first = min(from, 999)
    #expect(Self.rows(shown).count == count)
    #expect(shown["total"] == .int(1_000))
    #expect(shown["from"] == .int(node == "elsewhere" ? 0 : Int64(first)))
  }

  @Test func windowsAreOfASize() {
    let window = ScreenWindows.Window(from: -5, count: .max)
    #expect(window.from == 0 && window.count == ScreenWindows.most)
    #expect(ScreenWindows.Window(from: .max, count: -1).count == 1)
  }

  @Test func addressesOfPicturesAreReplaced() {
    let node = Self.shown(Self.table(1))
    #expect(Self.rows(node).first?["cover"] == .string("/media/image/0.png"))
  }

  @Test func whatIsNotAllowedIsLeftOut() {
    let image = LuaValue.string("https://b.example/x.png")
    let page = LuaValue.object([
      "kind": .string("page"), "id": .string("page"),
      "children": .array([
        .object([
          "kind": .string("detail"), "id": .string("detail"), "title": .string("A"), "image": image,
          "children": .array([
            .object(["kind": .string("image"), "id": .string("image"), "src": image]),
            .object(["kind": .string("audio"), "id": .string("audio"), "src": .string("/own.mp3")]),
          ]),
        ])
      ]),
    ])
    let detail = Self.shown(page)
    #expect(detail["image"] == nil && detail["title"] == .string("A"))
    guard case .array(let children)? = detail["children"] else { return #expect(Bool(false)) }
    #expect(children[0]["src"] == .string(""), "the node cannot do without one")
    #expect(children[1]["src"] == .string("/own.mp3"), "a path of the server stays")
  }

  @Test(
    arguments: [
      ("https://a.example/x", true), ("https://A.EXAMPLE/x", true), ("https://b.a.example/", false),
      ("https://is1-ssl.mzstatic.com/a", true), ("https://mzstatic.com/a", false),
      ("https://evilmzstatic.com/a", false), ("http://a.example/x", false), ("/x", false),
      ("https://a.example@evil.example/", false), ("https://a.example.evil.example/", false),
      ("https://127.0.0.1/", false), ("javascript:alert(1)", false), ("", false),
    ])
  func hostsOfPictures(address: String, isAllowed: Bool) {
    var program = ProgramManifest(
      name: "p", command: "p", summary: "", entry: "", folder: "/p", isBundled: false)
    program.media = ["a.example", "*.mzstatic.com"]
    #expect(MediaHosts(program).allow(address) == isAllowed)
  }
}
