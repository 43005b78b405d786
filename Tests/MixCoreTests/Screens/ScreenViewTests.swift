import Testing

@testable import MixCore

/// Trees as pages get them: parts of long lists, addresses of the server.
@Suite struct ScreenViewTests {
  private static func table(_ count: Int) -> ScreenValue {
    .record([
      "kind": .text("page"), "id": .text("page"),
      "children": .list([
        .record([
          "kind": .text("table"), "id": .text("table"), "key": .text("id"),
          "columns": .list([.record(["key": .text("cover"), "format": .text("image")])]),
          "rows": .list(
            (0..<count).map {
              .record(["id": .integer(Int64($0)), "cover": .text("https://a.example/\($0).png")])
            }),
        ])
      ]),
    ])
  }

  private static func shown(_ tree: ScreenValue, _ windows: ScreenWindows = .init()) -> ScreenValue
  {
    let view = ScreenView(windows) { address, media in
      address.hasPrefix("https://a.example") ? "/media/\(media)\(address.dropFirst(17))" : nil
    }
    guard case .list(let children)? = view.shown(tree)["children"] else { return .flag(false) }
    return children[0]
  }

  private static func rows(_ node: ScreenValue) -> [ScreenValue] {
    if case .list(let rows)? = node["rows"] { rows } else { [] }
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
    #expect(shown["total"] == .integer(1_000))
    #expect(shown["from"] == .integer(node == "elsewhere" ? 0 : Int64(first)))
  }

  @Test func windowsAreOfASize() {
    let window = ScreenWindows.Window(from: -5, count: .max)
    #expect(window.from == 0 && window.count == ScreenWindows.most)
    #expect(ScreenWindows.Window(from: .max, count: -1).count == 1)
  }

  @Test func addressesOfPicturesAreReplaced() {
    let node = Self.shown(Self.table(1))
    #expect(Self.rows(node).first?["cover"] == .text("/media/image/0.png"))
  }

  @Test func whatIsNotAllowedIsLeftOut() {
    let image = ScreenValue.text("https://b.example/x.png")
    let page = ScreenValue.record([
      "kind": .text("page"), "id": .text("page"),
      "children": .list([
        .record([
          "kind": .text("detail"), "id": .text("detail"), "title": .text("A"), "image": image,
          "children": .list([
            .record(["kind": .text("image"), "id": .text("image"), "src": image]),
            .record(["kind": .text("audio"), "id": .text("audio"), "src": .text("/own.mp3")]),
          ]),
        ])
      ]),
    ])
    let detail = Self.shown(page)
    #expect(detail["image"] == nil && detail["title"] == .text("A"))
    guard case .list(let children)? = detail["children"] else { return #expect(Bool(false)) }
    #expect(children[0]["src"] == .text(""), "the node cannot do without one")
    #expect(children[1]["src"] == .text("/own.mp3"), "a path of the server stays")
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
