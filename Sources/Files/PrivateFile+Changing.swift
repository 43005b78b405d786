internal import Glibc

extension PrivateFile {
  /// Changes a file that several processes change, one of them at a time. A link in its place
  /// stays; the file behind it is replaced. Blocks.
  /// - Parameter edit: reads the file and returns its new contents; nil to leave it as it is.
  /// - Throws: ``FileError``, also for a link into a folder that does not exist; errors of `edit`.
  package static func change(_ path: String, _ edit: () throws -> [UInt8]?) throws {
    try createFolder(folder(of: path))
    let lock = try lockFolder(of: path)
    // A child that was forked and has not called exec yet has a copy of the descriptor.
    defer {
      flock(lock, LOCK_UN)
      close(lock)
    }
    guard let bytes = try edit() else { return }
    try write(bytes, to: behindLinks(path))
  }

  /// Locks the folder of a file, for changes that last milliseconds.
  private static func lockFolder(of path: String) throws -> Int32 {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("write", path) }
    for _ in 0..<500 {
      // Some file systems have no locks; only changes at the same moment suffer from that.
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR
      else { return descriptor }
      usleep(20_000)
    }
    close(descriptor)
    throw FileError(
      "write", path,
      because: "another process has kept its folder for 10 s: end it, and try again")
  }

  /// The path with all links resolved, also where the last one leads to a file that does not exist.
  private static func behindLinks(_ path: String) throws -> String {
    if let real = real(path) { return real }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return path }
    let target = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let file = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    guard exists(folder(of: file)) else {
      throw FileError(
        "write", path, because: "it is a link to \(target), whose folder does not exist")
    }
    return file
  }
}
