import Notation
import Testing

@testable import Server

/// The files of a first visit in one module and one style.
@Suite struct PageBundleTests {
  private static let html = """
    <head>
      <link rel="stylesheet" href="/page/style/base.css">
      <link rel="stylesheet" href="/page/style/table.css">
      <script type="module" src="/page/main.js"></script>
      <link rel="modulepreload" href="/page/kinds/text.js">
    </head>
    """
  private static let files = [
    "style/base.css": "a { b: c }", "style/table.css": "d { e: f }",
    "main.js": "// Starts.\n\nimport { text } from \"./kinds/text.js\";\n\ntext();\n",
    "kinds/text.js":
      "import { element } from \"../dom.js\";\n\nexport async function text() { element(); }\n",
    "dom.js": "export const element = 1;\nexport class Keyed {}\n",
  ]

  private static func bundle(_ changes: [String: String] = [:]) throws -> PageBundle {
    let files = files.merging(changes) { $1 }
    return try PageBundle(html) { files[$0] }
  }

  @Test(
    "No text ends the script element of the page's data",
    arguments: ["", "\u{600}", "\u{6DD}"])
  func dataInScript(before: String) throws {
    let text = PageDocument.inScript(.array([.string(before + "</script><b>")]))
    #expect(!text.utf8.contains(UInt8(ascii: "<")))
    #expect(
      try JSONReader.read(Array(text.utf8)) == .array([.string(before + "</script><b>")]))
  }

  @Test func modulesStandAfterWhatTheyImport() throws {
    let bundle = try Self.bundle()
    #expect(bundle.modules == ["dom.js", "kinds/text.js", "main.js"])
    #expect(bundle.styles == ["base", "table"] && bundle.style == "a { b: c }\nd { e: f }")
    #expect(
      bundle.script == """
        const m0 = (() => {
        const element = 1;
        class Keyed {}
        return { element, Keyed };
        })();
        const m1 = (() => {
        const { element } = m0;

        async function text() { element(); }
        return { text };
        })();
        const m2 = (() => {
        const { text } = m1;

        text();
        })();
        export const { element, Keyed } = m0;
        export const { text } = m1;

        """)
    #expect(
      bundle.html == """
        <head>
          <link rel="stylesheet" href="/page/first.css">
          <script type="importmap"></script>
          <script type="module" src="/page/first.js"></script>
        </head>
        """)
    #expect(
      bundle.importMap("/page/v-1/") == """
        {"imports":{"/page/v-1/dom.js":"/page/v-1/first.js","/page/v-1/kinds/text.js":"/page/v-1/first.js",\
        "/page/v-1/main.js":"/page/v-1/first.js"}}
        """)
  }

  @Test(arguments: [
    (["dom.js": "import { text } from \"./kinds/text.js\";\n"], "imports itself"),
    (["dom.js": "export default 1;\n"], "dom.js: export class, function or const"),
    (["dom.js": "export const element = 1;\nexport const text = 2;\n"], "text is exported by"),
    (["main.js": "import * as all from \"./dom.js\";\n"], "main.js: import { NAMES }"),
    (["main.js": "import { element as made } from \"./dom.js\";\n"], "main.js: import { NAMES }"),
    (["main.js": "import { element } from \"./none.js\";\n"], "none.js is missing"),
    (["main.js": "import { element } from \"../dom.js\";\n"], "main.js: import { NAMES }"),
  ])
  func whatCannotStandInOneModuleIsNamed(_ changes: [String: String], _ words: String) {
    let error = #expect(throws: PageBundle.Problem.self) { try Self.bundle(changes) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
