import Foundation

/// `mixhost --mock books …` in a home of its own.
final class BooksRig {
  let program: Program

  struct Work: Decodable {
    let id: Int
    let title: String
    let status: String
    let creators: [String]?
    let year: Int?
    let score: Double?
    let error: String?
    let cover: String?
    let identifiers: [String: String]?
  }

  init(_ files: [String: String] = [:]) throws { program = try Program(files) }

  /// With an export of the mock's books in the library.
  convenience init(books count: Int) throws {
    try self.init()
    let export = try program.run("mock", "--export-books", "\(count)").output
    try program.write("books.csv", export)
    try run("import", "--quiet", "books.csv")
  }

  /// - Parameter mock: the options of the made-up services.
  @discardableResult
  func run(
    _ arguments: String..., mock: String = "", input: String = "",
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let flag = mock.isEmpty ? "--mock" : "--mock=" + mock
    return try program.run([flag, "books"] + arguments, input: input, environment: environment)
  }

  func works(_ arguments: String...) throws -> [Work] {
    let list = try program.run(["--mock", "books", "list", "--json"] + arguments)
    return try JSONDecoder().decode([Work].self, from: Data(list.output.utf8))
  }

  func work(_ id: Int) throws -> Work {
    let shown = try run("show", "\(id)", "--json")
    return try JSONDecoder().decode(Work.self, from: Data(shown.output.utf8))
  }
}
