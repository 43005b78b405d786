internal import CExpat

/// Builds a tree from expat's events.
final class XMLBuilder {
  /// An open element.
  private struct Open {
    var element: XMLElement
    var text: [UInt8] = []

    mutating func endText() {
      guard !text.isEmpty else { return }
      element.children.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
  }

  /// Approximate memory of an element or attribute without its texts, in bytes.
  private static let nodeBytes = 160
  /// Bytes by which the tree grows between two calls of `checkpoint`.
  private static let lookBytes = 1_000_000

  private let parser: XML_Parser
  private let checkpoint: (Int) throws -> Void
  private var open: [Open] = []
  private var nodes = 0
  private var heldBytes = 0
  private var nextLook = lookBytes
  /// The root element, once it is closed.
  private(set) var root: XMLElement?
  /// The error with which the builder stopped the parser.
  private(set) var failure: (any Error)?
  /// Number of events that expat has reported.
  private(set) var events = 0

  init(_ parser: XML_Parser, _ checkpoint: @escaping (Int) throws -> Void) {
    self.parser = parser
    self.checkpoint = checkpoint
  }

  /// The name of the innermost open element.
  var openName: String? { open.last?.element.name }

  /// Calls `checkpoint`, which throws to stop the reading.
  func look() throws { try checkpoint(heldBytes) }

  func start(_ name: String, _ attributes: [(name: String, value: String)]) {
    events += 1
    nodes += 1 + attributes.count
    hold(name.utf8.count + Self.nodeBytes)
    for (name, value) in attributes {
      hold(name.utf8.count + value.utf8.count + Self.nodeBytes)
    }
    if nodes > XMLParser.mostNodes {
      return stop("more than \(XMLParser.mostNodes) elements and attributes")
    }
    if !open.isEmpty { open[open.count - 1].endText() }
    open.append(Open(element: XMLElement(name: name, attributes: attributes, children: [])))
    if open.count > XMLParser.mostDepth {
      stop("more than \(XMLParser.mostDepth) elements within each other")
    }
  }

  func end() {
    events += 1
    guard var last = open.popLast() else { return }
    last.endText()
    if open.isEmpty {
      root = last.element
    } else {
      open[open.count - 1].element.children.append(.element(last.element))
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    events += 1
    guard !open.isEmpty else { return }
    hold(bytes.count)
    open[open.count - 1].text += bytes
  }

  func encoding(_ name: String) {
    guard !["utf-8", "us-ascii", "ascii"].contains(name.lowercased()) else { return }
    stop("the encoding \(name) is not known here: save it as UTF-8")
  }

  func doctype(hasDeclarations: Bool) {
    if hasDeclarations { stop("a document type with declarations is refused") }
  }

  func unknownEntity(_ name: String) {
    stop("&\(name) is not an entity known here; write &amp; for &")
  }

  private func hold(_ bytes: Int) {
    heldBytes += bytes
    guard heldBytes >= nextLook, failure == nil else { return }
    nextLook = heldBytes + Self.lookBytes
    do { try look() } catch { stop(error) }
  }

  private func stop(_ message: String) {
    stop(
      XMLError(
        message: message, line: Int(cexpat_line(parser)),
        column: Int(cexpat_column(parser)) + 1))
  }

  private func stop(_ error: any Error) {
    guard failure == nil else { return }
    failure = error
    XML_StopParser(parser, 0)
  }
}

/// Expat's callbacks, which pass events to an ``XMLBuilder``.
enum XMLHandlers {
  /// Sets the callbacks; the builder must outlive the parser's use.
  static func set(on parser: XML_Parser, _ builder: XMLBuilder) {
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    XML_SetElementHandler(
      parser,
      { owner, name, attributes in
        guard let name, let attributes else { return }
        xmlBuilder(owner).start(String(cString: name), attributePairs(attributes))
      },
      { owner, _ in xmlBuilder(owner).end() })
    XML_SetCharacterDataHandler(parser) { owner, bytes, count in
      guard let bytes else { return }
      bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        xmlBuilder(owner).text(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    XML_SetXmlDeclHandler(parser) { owner, _, encoding, _ in
      if let encoding { xmlBuilder(owner).encoding(String(cString: encoding)) }
    }
    XML_SetStartDoctypeDeclHandler(parser) { owner, _, _, _, hasDeclarations in
      xmlBuilder(owner).doctype(hasDeclarations: hasDeclarations != 0)
    }
    XML_SetSkippedEntityHandler(parser) { owner, name, _ in
      if let name { xmlBuilder(owner).unknownEntity(String(cString: name)) }
    }
  }
}

// A global function, because a C function pointer captures nothing.
private func xmlBuilder(_ owner: UnsafeMutableRawPointer?) -> XMLBuilder {
  Unmanaged<XMLBuilder>.fromOpaque(owner!).takeUnretainedValue()
}

/// The pairs of a list of alternating names and values that ends in NULL.
private func attributePairs(
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
) -> [(name: String, value: String)] {
  var pairs: [(name: String, value: String)] = []
  var place = attributes
  while let name = place[0], let value = place[1] {
    pairs.append((String(cString: name), String(cString: value)))
    place += 2
  }
  return pairs
}
