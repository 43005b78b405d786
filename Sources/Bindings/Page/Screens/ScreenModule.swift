internal import MixCore
internal import ScriptHost

/// `mix.screen`: what a view returns, checked, and what changed in it.
enum ScreenModule {
  static func make(_ host: ScriptRun) -> Module {
    var module = Module(
      "screen", "Screens of programs: the kinds of nodes, checked trees, and what changed in them.")
    addTrees(&module)
    addSchema(&module, host)
    module.shapes(listed, patch)
    return module
  }

  private static let listed = Shape(
    "screen.listed", "A screen of a program.",
    [
      .init("program", "string", "the program's name"),
      .init("name", "string", "the screen's name within it"),
      .init("title", "string", "what people call it"),
      .init("module", "string", "what `require` loads"),
    ])

  private static let patch = Shape(
    "screen.patch", "A change of a tree; patches are applied one after the other.",
    [
      .init("op", "\"set\"|\"unset\"|\"insert\"|\"remove\"|\"move\"", "what happens"),
      .init("path", "any[]", "names, places from 0, and {field, value} for an item of a list"),
      .init("value", "any", "what is set or inserted"),
      .init("key", "string?", "the field that identifies the list's items"),
      .init("item", "any", "the key of the item that is removed or moved"),
      .init("before", "any", "the key of the item before which it goes; nil: at the end"),
    ])

  private static func addTrees(_ module: inout Module) {
    module.function(
      "tree", "Checks what a view returned, and makes the tree that pages and terminals show.",
      Parameter("view", "a node, such as {\"page\", {\"text\", \"Hello\"}}", ValuePosition.self),
      .options(.init("actions", .texts, "the names that nodes may name (default: any)")),
      returns:
        "table?  nodes as {kind, id, …}, with children; nil, err (kind screen, path) when it is wrong",
      example: "local tree, err = mix.screen.tree({\"page\", {\"text\", \"Hello\"}})"
    ) { call, view, options in
      try ScreenReader.tree(
        call, view.index, actions: options.has("actions") ? Set(options.texts("actions")) : nil)
    }
    module.function(
      "diff", "The changes from one tree to another.",
      Parameter("old", "a tree that `tree` made", LuaValue.self),
      Parameter("new", "another one", LuaValue.self),
      returns: "screen.patch[]  none for equal trees",
      example: "for _, patch in ipairs(mix.screen.diff(old, new)) do print(patch.op) end"
    ) { _, old, new in
      LuaValue.array(ScreenDiff.patches(from: old, to: new).map(\.value))
    }
  }

  private static func addSchema(_ module: inout Module, _ host: ScriptRun) {
    module.function(
      "kinds", "The kinds of nodes, and what each may hold.",
      returns: "table[]  {name, doc, content, fields = {{name, type, required, doc, fields}}}",
      example: "for _, kind in ipairs(mix.screen.kinds()) do print(kind.name, kind.doc) end"
    ) { _ in LuaValue.array(ScreenKind.all.map(describe)) }
    module.function(
      "list", "The screens of all programs.", returns: "screen.listed[]  by program and name",
      example: "for _, screen in ipairs(mix.screen.list()) do print(screen.name) end"
    ) { _ in
      LuaValue.array(
        host.settings.configuration.registry.catalogue.screens.map { screen in
          .object([
            "program": .string(screen.program.name), "name": .string(screen.name),
            "title": .string(screen.title), "module": .string(screen.module),
          ])
        })
    }
  }

  private static func describe(_ kind: ScreenKind) -> LuaValue {
    let content: LuaValue =
      switch kind.content {
      case .nothing: .string("nothing")
      case .children: .string("children")
      case .field(let name, _): .string(name)
      }
    return .object([
      "name": .string(kind.name), "doc": .string(kind.shape.doc), "content": content,
      "fields": .array(kind.shape.fields.map(describe)),
    ])
  }

  private static func describe(_ field: Shape.Field) -> LuaValue {
    var fields: [String: LuaValue] = [
      "name": .string(field.name), "doc": .string(field.doc), "type": .string(field.type),
      "required": .bool(field.isRequired),
    ]
    if let part = field.kind.shape { fields["fields"] = .array(part.fields.map(describe)) }
    return .object(fields)
  }
}
