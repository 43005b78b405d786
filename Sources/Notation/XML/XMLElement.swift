/// An element of an XML document.
public struct XMLElement: Sendable, Equatable {
  /// A child, in the order of the document.
  public enum Node: Sendable, Equatable {
    case element(XMLElement)
    /// Character data, references and CDATA sections resolved.
    case text(String)
  }

  /// As it is written, prefix included: `media:group`.
  public var name: String
  /// Attributes in their order.
  public var attributes: [(name: String, value: String)]
  /// Its contents.
  public var children: [Node]

  /// All text directly in it.
  public var text: String {
    children.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// Whether two elements have the same names, attributes and contents.
  public static func == (a: XMLElement, b: XMLElement) -> Bool {
    a.name == b.name && a.children == b.children
      && a.attributes.elementsEqual(b.attributes, by: ==)
  }
}

/// Why a text is not taken for XML.
public struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The fault.
  public let message: String
  /// Its place, counted from 1.
  public let line: Int
  /// The byte of the line, counted from 1.
  public let column: Int

  /// The fault and its place.
  public var description: String { "line \(line), column \(column): \(message)" }
}
