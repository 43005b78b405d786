internal import Files
internal import Glibc
internal import Notation

/// Credentials in the keeping of a docker-credential-helper: a program such as
/// `docker-credential-secretservice` or `docker-credential-pass`, spoken to over its standard streams
/// (https://github.com/docker/docker-credential-helpers, "Development").
public struct CredentialHelper: CredentialStore {
  private let program: String

  /// - Parameter name: what follows `docker-credential-` in the program's name.
  public init(name: String) { self.init(program: "docker-credential-" + name) }

  /// - Parameter program: its name, or its path.
  init(program: String) { self.program = program }

  private func server(_ provider: String) -> String { "https://\(provider).auth.mixhost.invalid" }

  /// See ``CredentialStore/read(_:)``.
  public func read(_ provider: String) throws -> Credential? {
    let answer = try run("get", server(provider))
    guard answer.status == 0 else {
      if Self.isMissing(answer.output) { return nil }
      throw failure("get", answer)
    }
    guard let members = try? JSONMembers(answer.output), let secret = members.string("Secret")
    else {
      throw AuthError(.storage, "\(program) get answered something that is not a credential")
    }
    guard let credential = Credential(Array(secret.utf8)), credential.provider == provider else {
      throw AuthError(
        .storage,
        "what \(program) keeps for \(provider) cannot be read: run mixhost auth login \(provider), "
          + "which replaces it")
    }
    return credential
  }

  /// See ``CredentialStore/write(_:)``.
  public func write(_ credential: Credential) throws {
    let fields = JSON.members([
      "ServerURL": .string(server(credential.provider)), "Username": .string(credential.provider),
      "Secret": .string(String(decoding: credential.bytes, as: UTF8.self)),
    ])
    let answer = try run("store", String(decoding: fields.bytes, as: UTF8.self))
    guard answer.status == 0 else { throw failure("store", answer) }
  }

  /// See ``CredentialStore/remove(_:)``.
  public func remove(_ provider: String) throws -> Bool {
    // Some helpers are content with erasing what is not there.
    let found = try run("get", server(provider))
    if found.status != 0, Self.isMissing(found.output) { return false }
    let answer = try run("erase", server(provider))
    guard answer.status == 0 || Self.isMissing(answer.output) else {
      throw failure("erase", answer)
    }
    return true
  }

  // The words of the protocol's ErrCredentialsNotFound.
  private static func isMissing(_ output: [UInt8]) -> Bool {
    String(decoding: output, as: UTF8.self).contains("credentials not found")
  }

  private func failure(_ action: String, _ answer: (status: Int32, output: [UInt8])) -> AuthError {
    let said = SafeText.short(String(decoding: answer.output, as: UTF8.self))
    return AuthError(
      .storage,
      "\(program) \(action) failed\(said.isEmpty ? " with status \(answer.status)" : ": \(said)")")
  }

  private func run(
    _ action: String, _ input: String
  ) throws -> (status: Int32, output: [UInt8]) {
    do {
      // Its errors are the user's to read: some keepers ask there for a password.
      let child = try ChildProcess([program, action], input: true, output: true)
      // A credential is smaller than what a pipe holds, so this never waits for the keeper to read; one
      // that has left already shows by its status.
      _ = try? PrivateFile.writeAll(Array(input.utf8), to: child.input, path: program)
      close(child.input)
      let output = child.readAll(most: 1 << 20)
      return (child.wait().status, output)
    } catch {
      throw AuthError(
        .storage,
        "cannot start \(program): \(error); install it, or set auth.store to file")
    }
  }
}
