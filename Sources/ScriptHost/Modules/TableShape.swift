/// A table of a known form: what functions take or return, or what a rule file says.
///
/// From it come the classes of the editor types and the tables of the reference.
public struct TableShape: Sendable {
  /// One key of the table.
  public struct Field: Sendable {
    /// As scripts write it.
    public let name: String
    /// `string`, `integer?`, `string[]`, the name of another shape, or several with `|` between.
    public let type: String
    /// One line; units and ranges included.
    public let doc: String

    /// Declares a key; a type that ends in `?` may be absent.
    public init(_ name: String, _ type: String, _ doc: String) {
      self.name = name
      self.type = type
      self.doc = doc
    }
  }

  /// As the types of parameters and results name it: `http.response`.
  public let name: String
  /// Its description, in one line.
  public let doc: String
  /// In the order in which they are shown.
  public let fields: [Field]

  /// Declares a table.
  public init(_ name: String, _ doc: String, _ fields: [Field]) {
    self.name = name
    self.doc = doc
    self.fields = fields
  }
}
