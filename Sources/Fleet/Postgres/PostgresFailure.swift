internal import Store

/// A failure reported by PostgreSQL or libpq. ``DataFileError`` puts it into words for users.
enum PostgresFailure: Error {
  /// libpq could not be loaded.
  case library(String)
  /// No connection was made; with the SQLSTATE code if the server gave one.
  case connection(state: String?, String)
  /// The connection ended during use.
  case lost(String)
  /// No answer came in time; the connection is closed.
  case timedOut
  /// The server refused a statement; the connection is still usable.
  case statement(state: String, String)
  /// The server's contents are not those of a store.
  case refused(DataFileError)

  /// Whether a repetition may succeed: the server restarts, or it ended the transaction in favour
  /// of another.
  var isPassing: Bool {
    switch self {
    case .lost, .timedOut: true
    case .connection(nil, let text):
      !["certificate", "SSL", "translate host name", "no password", "invalid"].contains {
        text.contains($0)
      }
    // Starting up, shutting down, or too many connections.
    case .connection(let state?, _): ["57P01", "57P02", "57P03", "53300"].contains(state)
    case .statement(let state, _): ["40001", "40P01"].contains(state)
    case .library, .refused: false
    }
  }

  /// Whether the connection is unusable after the failure.
  var endsConnection: Bool {
    switch self {
    case .lost, .timedOut, .connection, .library: true
    case .statement, .refused: false
    }
  }
}

extension DataFileError {
  /// Describes a failure of a store on PostgreSQL for users.
  init(_ failure: PostgresFailure, _ address: PostgresAddress, user: String = "") {
    let store = "the store \(address.shown)"
    switch failure {
    case .refused(let error): self = error
    case .library(let reason):
      self.init(
        .failed, "libpq, which \(store) needs, cannot be loaded (\(reason)): apt install libpq5")
    case .lost(let reason):
      self.init(.unreachable, "the connection to \(store) was lost (\(reason)): try again")
    case .timedOut:
      self.init(
        .unreachable, "\(store) did not answer in time: check the server and the network to it")
    case .connection(let state, let reason):
      self = Self.connecting(state, reason, store, user: user)
    case .statement(let state, let reason):
      self = Self.statement(state, reason, store, address, user: user)
    }
  }

  private static func connecting(
    _ state: String?, _ reason: String, _ store: String, user: String
  ) -> DataFileError {
    switch state {
    case "28P01":
      return DataFileError(
        .denied,
        "\(store) refuses the password of user \(user): check ~/.pgpass (which must be 0600), "
          + "PGPASSWORD or the address")
    case "28000":
      return DataFileError(
        .denied,
        "\(store) does not let user \(user) in from here (\(reason)): add the user, or this host to "
          + "pg_hba.conf")
    case "3D000":
      return DataFileError(
        .missing, "\(store) names a database that is not there: createdb -O \(user) NAME")
    case "53300":
      return DataFileError(
        .busy, "\(store) has too many connections: raise max_connections, or run fewer workers")
    case "57P03":
      return DataFileError(.unreachable, "\(store) is starting or stopping: try again in a moment")
    default: break
    }
    if reason.contains("no password supplied") {
      return DataFileError(
        .denied,
        "\(store) asks user \(user) for a password: write it to ~/.pgpass (mode 0600) or PGPASSWORD"
      )
    }
    if reason.contains("certificate") {
      return DataFileError(
        .denied,
        "\(store) shows a certificate that does not fit (\(reason)): check the host's name, "
          + "sslrootcert and the server's certificate")
    }
    if reason.contains("SSL") || reason.contains("GSS") {
      return DataFileError(
        .denied, "\(store) and this host do not agree on encryption (\(reason)): check sslmode")
    }
    return DataFileError(
      .unreachable,
      "\(store) cannot be reached (\(reason)): check that PostgreSQL runs there, the address and the "
        + "network")
  }

  private static func statement(
    _ state: String, _ reason: String, _ store: String, _ address: PostgresAddress, user: String
  ) -> DataFileError {
    switch state {
    case "25006":
      return DataFileError(
        .readOnly,
        "\(store) is a read-only standby: give the primary's address, or both hosts and "
          + "target_session_attrs=read-write")
    case "42501":
      let schema = address.schema ?? "the schema"
      return DataFileError(
        .denied,
        "user \(user) may not do that in \(store) (\(reason)): let an administrator run "
          + "CREATE SCHEMA \(schema) AUTHORIZATION \(user), or, where the schema is there, "
          + "GRANT ALL ON SCHEMA \(schema) TO \(user); GRANT ALL ON ALL TABLES IN SCHEMA \(schema) "
          + "TO \(user); GRANT ALL ON ALL SEQUENCES IN SCHEMA \(schema) TO \(user)")
    case "53100":
      return DataFileError(
        .full,
        "no room left on the server of \(store): everything saved before is safe; make room and retry"
      )
    case "26000", "42P05": return pooled(store)
    case "57014":
      return DataFileError(.busy, "\(store) took too long over a step and gave it up: try again")
    case "40001", "40P01", "55P03":
      return DataFileError(.busy, "\(store) is held by other hosts: try again")
    default: return DataFileError(.failed, "\(store): \(reason) (SQLSTATE \(state))")
    }
  }

  /// The error for a pooler that gives each transaction another session.
  static func pooled(_ store: String) -> DataFileError {
    DataFileError(
      .refused,
      "\(store) is behind a pooler that keeps no session (transaction pooling): set "
        + "pool_mode = session for mixhost's user, or give PostgreSQL's own port")
  }
}
