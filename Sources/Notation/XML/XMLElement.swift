/// An element of an XML document.
public struct XMLElement: Sendable, Equatable {
  /// A child of an element.
  public enum Node: Sendable, Equatable {
    case element(XMLElement)
    /// Character data, with references and CDATA sections resolved.
    case text(String)
  }

  /// The name as written, prefix included: `media:group`.
  public var name: String
  /// The attributes in their order.
  public var attributes: [(name: String, value: String)]
  /// The children in their order.
  public var children: [Node]

  /// All text directly in the element.
  public var text: String {
    children.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// Whether two elements have the same names, attributes and contents.
  public static func == (a: XMLElement, b: XMLElement) -> Bool {
    a.name == b.name && a.children == b.children
      && a.attributes.elementsEqual(b.attributes, by: ==)
  }
}

/// Why a text is not valid XML.
public struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A description of the fault.
  public let message: String
  /// The line of the fault, from 1.
  public let line: Int
  /// The column of the fault in bytes, from 1.
  public let column: Int

  /// The place and the fault: `line 3, column 7: …`.
  public var description: String { "line \(line), column \(column): \(message)" }
}
