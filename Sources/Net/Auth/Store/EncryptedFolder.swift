internal import Crypto
internal import Files
internal import Glibc

/// Credentials as files, `NAME.credential`, each encrypted (AES-256-GCM) with one key, which lies in
/// a file of its own and in another folder: neither of the two is of use to who has only one of them.
///
/// Files are 0600 in folders that are 0700. A file that others could read is refused: it may have been read.
public struct EncryptedFolder: CredentialStore {
  private static let magic = Array("mixhost credential 1\n".utf8)
  private let folder: String
  private let keyFile: String

  /// - Parameters:
  ///   - folder: where the credentials are.
  ///   - keyFile: the key, in a folder of its own.
  public init(folder: String, keyFile: String) {
    self.folder = folder
    self.keyFile = keyFile
  }

  private func path(_ provider: String) -> String { "\(folder)/\(provider).credential" }

  /// See ``CredentialStore/read(_:)``.
  public func read(_ provider: String) throws -> Credential? {
    let path = path(provider)
    guard let sealed = try SecretFile.read(path) else { return nil }
    guard sealed.starts(with: Self.magic) else {
      throw damaged(path, "it is not a credential of mixhost", provider)
    }
    guard let key = try SecretFile.read(keyFile) else {
      throw damaged(path, "its key \(keyFile) is missing", provider)
    }
    guard key.count == 32 else {
      throw damaged(path, "its key \(keyFile) is damaged", provider)
    }
    guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(Self.magic.count)),
      let plain = try? AES.GCM.open(
        box, using: SymmetricKey(data: key), authenticating: label(provider))
    else { throw damaged(path, "it was changed, or belongs to another key", provider) }
    guard let credential = Credential(Array(plain)), credential.provider == provider else {
      throw damaged(path, "it was written by another version of mixhost", provider)
    }
    return credential
  }

  /// See ``CredentialStore/write(_:)``.
  public func write(_ credential: Credential) throws {
    let key = SymmetricKey(data: try key())
    do {
      let box = try AES.GCM.seal(
        credential.bytes, using: key, authenticating: label(credential.provider))
      // Without a combined form there is no nonce of twelve bytes, which `seal` always makes.
      let combined = Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
      try SecretFile.checkFolder(folder)
      try PrivateFile.write(Self.magic + combined, to: path(credential.provider))
    } catch let error as FileError {
      throw AuthError(.storage, "the log-in cannot be kept: \(error)")
    }
  }

  /// See ``CredentialStore/remove(_:)``.
  public func remove(_ provider: String) throws -> Bool {
    let path = path(provider)
    if unlink(path) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw AuthError(.storage, "cannot remove \(path): \(String(cString: strerror(errno)))")
  }

  // A file that was renamed to another provider's does not pass for its own.
  private func label(_ provider: String) -> [UInt8] { Self.magic + Array(provider.utf8) }

  /// The key; made at the first credential.
  private func key() throws -> [UInt8] {
    if let key = try SecretFile.read(keyFile) {
      guard key.count == 32 else {
        throw AuthError(
          .storage,
          "the key \(keyFile) is damaged: remove it, and log in again at each service")
      }
      return key
    }
    do {
      return try SecretFile.create(keyFile, RandomText.bytes(32))
    } catch let error as FileError {
      throw AuthError(.storage, "the log-in cannot be kept: \(error)")
    }
  }

  private func damaged(_ path: String, _ why: String, _ provider: String) -> AuthError {
    AuthError(
      .storage,
      "the stored log-in \(path) cannot be read: \(why); run mixhost auth login \(provider), which "
        + "replaces it")
  }
}

/// Files that nobody but their owner may ever have read.
enum SecretFile {
  /// The whole file; nil when it does not exist.
  /// - Throws: ``AuthError`` of reason `storage`: with the chmod to run for wrong modes.
  static func read(_ path: String) throws -> [UInt8]? {
    try checkFolder(PrivateFile.folder(of: path))
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if file < 0 && (errno == ENOENT || errno == ENOTDIR) { return nil }
    guard file >= 0 else {
      let reason =
        errno == ELOOP
        ? "it is a link, which may lead anywhere" : String(cString: strerror(errno))
      throw AuthError(.storage, "cannot read \(path): \(reason)")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw AuthError(.storage, "cannot read \(path): it is not a file")
    }
    try check(status, path, wanted: "600")
    guard status.st_size <= 1 << 20 else {
      throw AuthError(.storage, "cannot read \(path): it is too large to be a credential")
    }
    do { return try PrivateFile.readAll(file, path: path) } catch {
      throw AuthError(.storage, "\(error)")
    }
  }

  /// Checks a folder that holds secrets; one that does not exist yet is made, 0700.
  /// - Throws: ``AuthError`` of reason `storage`.
  static func checkFolder(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw AuthError(.storage, "\(path) is not a folder for secrets: move it away")
    }
    try check(status, path, wanted: "700")
  }

  /// Creates a file with its content; when another process was faster, its content counts.
  /// - Throws: ``FileError``, ``AuthError``.
  static func create(_ path: String, _ bytes: [UInt8]) throws -> [UInt8] {
    let temporary = "\(path).\(RandomText.make(bytes: 9))"
    try PrivateFile.write(bytes, to: temporary)
    defer { unlink(temporary) }
    // A link never replaces a file that is there.
    if link(temporary, path) == 0 { return bytes }
    guard errno == EEXIST, let other = try read(path) else { throw FileError("create", path) }
    return other
  }

  private static func check(_ status: stat, _ path: String, wanted: String) throws {
    guard status.st_uid == geteuid() else {
      throw AuthError(.storage, "\(path) belongs to another user: it is not used")
    }
    if status.st_mode & 0o077 != 0 {
      throw AuthError(
        .storage, "others may read \(path), which holds secrets: run chmod \(wanted) \(path)")
    }
  }
}
