import Foundation
import Testing

/// A library that lies elsewhere, behind a link in its place.
@Suite("Command: a linked library", .ownThreads)
struct LinkedLibraryTests {
  @Test("It is used like one in its place, from the first book on")
  func linked() throws {
    let program = try Program(["far/note": ""])
    let data = program.folder.path + "/home/data"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: data + "/mixhost.sqlite", withDestinationPath: "../../far/books.sqlite")
    let added = try program.run("books", "add", "--title", "Dune", "--author", "Frank Herbert")
    #expect(added.status == 0, "\(added.errors)")
    let list = try program.run("books", "list")
    #expect(list.status == 0 && list.output.contains("Dune"), "\(list.errors)")
    #expect(FileManager.default.fileExists(atPath: program.folder.path + "/far/books.sqlite"))
    let script = try program.run("--sandbox", "strict", "-e", "print(mix.library.get(1))")
    #expect(script.status == 1 && script.errors.contains("is not granted"))
  }
}
