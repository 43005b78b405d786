internal import CLua
internal import MixCore
internal import ScriptHost

/// `mix.xml`: documents such as Atom feeds and OPML as tables.
enum XMLModule {
  static func make() -> Module {
    var module = Module(
      "xml", "XML documents as tables: Atom and RSS feeds, OPML.",
      rules: .refused("reads documents, which a program does before it asks a rule"))
    module.function(
      "decode",
      "Reads a document. Strict; without document types, so that nothing grows while it is read.",
      Parameter("text", "UTF-8, with or without XML declaration", Bytes.self),
      returns:
        "xml.element  the root element; nil, err of kind parse with line and column for anything else",
      example: "local feed = assert(mix.xml.decode(answer.body)); print(feed.name)"
    ) { call, text in
      let context = call.context
      // Expat may have to keep a tag as long as the text.
      let charge = try context.memory.charge(text.bytes.count)
      let root = try XMLParser.parse(text.bytes) { heldBytes in
        try context.checkpoint()
        try charge.set(text.bytes.count + heldBytes)
      }
      try push(root, call)
      return Pushed(1)
    }
    module.shapes(
      Shape(
        "xml.element", "An element of a document.",
        [
          .init("name", "string", "as it is written: media:group"),
          .init("attributes", "table<string, string>", "the values by name"),
          .init("children", "xml.element[]", "the elements in it, in their order"),
          .init("text", "string", "all text directly in it"),
        ]))
    return module
  }

  /// Pushes an element as a table.
  /// - Throws: ``HostError`` when the stack is full; what stops the script.
  private static func push(_ element: XMLElement, _ call: HostCall) throws {
    let stack = call.stack
    let lua = stack.pointer
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    lua_createtable(lua, 0, 4)
    stack.push(element.name)
    stack.setRawField(-2, "name")
    lua_createtable(lua, 0, Int32(clamping: element.attributes.count))
    for (place, (name, value)) in element.attributes.enumerated() {
      if place % 1_024 == 1_023 { try call.context.checkpoint() }
      stack.push(value)
      stack.setRawField(-2, name)
    }
    stack.setRawField(-2, "attributes")
    clua_newtable(lua)
    var count: Int64 = 0
    for case .element(let child) in element.children {
      if count % 1_024 == 0 { try call.context.checkpoint() }
      count += 1
      try push(child, call)
      lua_rawseti(lua, -2, count)
    }
    ArrayMark.mark(stack)
    stack.setRawField(-2, "children")
    stack.push(element.text)
    stack.setRawField(-2, "text")
  }
}
