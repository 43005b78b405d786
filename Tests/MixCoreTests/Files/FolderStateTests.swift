import Testing

@testable import Files

@Suite("The state of a folder")
struct FolderStateTests {
  private let folder = TemporaryFolder()

  @Test("One that can be written is left as it was")
  func writable() throws {
    let made = folder.file("there")
    try PrivateFile.createFolder(made)
    let state = FolderState(made)
    #expect(state.exists && state.problem == nil && state.free ?? 0 > 0)
    #expect(folder.names == ["there"])
    let missing = FolderState(folder.file("not/there/yet"))
    #expect(!missing.exists && missing.problem == nil)
    #expect(folder.names == ["there"])
  }

  @Test("A file in its place, and a file system that takes no files")
  func unwritable() throws {
    try PrivateFile.write([1], to: folder.file("file"))
    for path in ["file", "file/below"] {
      #expect(FolderState(folder.file(path)).problem?.contains("file is not a folder") == true)
    }
    // Nobody makes files there, root included.
    #expect(FolderState("/proc/self").problem?.hasPrefix("/proc/self: ") == true)
  }
}
