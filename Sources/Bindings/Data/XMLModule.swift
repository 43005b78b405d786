internal import MixCore
internal import ScriptHost

/// `mix.xml`: documents such as Atom feeds and OPML as tables.
enum XMLModule {
  static func make() -> Module {
    var module = Module("xml", "XML documents as tables: Atom and RSS feeds, OPML.")
    module.function(
      "decode",
      "Reads a document. Strict; without document types, so that nothing grows while it is read.",
      Parameter("text", "UTF-8, with or without XML declaration", Bytes.self),
      returns:
        "xml.element  the root element; nil, err of kind parse with line and column for anything else",
      example: "local feed = assert(mix.xml.decode(answer.body)); print(feed.name)"
    ) { call, text in
      let context = call.context
      let root = try XMLParser.parse(text.bytes) { try context.checkpoint() }
      return try value(root, context)
    }
    module.shapes(
      TableShape(
        "xml.element", "An element of a document.",
        [
          .init("name", "string", "as it is written: media:group"),
          .init("attributes", "table<string, string>", "the values by name"),
          .init("children", "xml.element[]", "the elements in it, in their order"),
          .init("text", "string", "all text directly in it"),
        ]))
    return module
  }

  private static func value(_ element: XMLElement, _ context: HostContext) throws -> LuaValue {
    var attributes: [String: LuaValue] = [:]
    for (name, value) in element.attributes { attributes[name] = .string(value) }
    var children: [LuaValue] = []
    for case .element(let child) in element.children {
      if children.count % 1_024 == 0 { try context.checkpoint() }
      children.append(try value(child, context))
    }
    return .object([
      "name": .string(element.name), "attributes": .object(attributes),
      "children": .array(children), "text": .string(element.text),
    ])
  }
}
