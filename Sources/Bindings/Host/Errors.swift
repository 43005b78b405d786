public import MixCore
public import ScriptHost

extension HTTPError: ScriptVisibleError {
  /// A denied request is raised; what may fail in any network is returned, and so is a redirect to a place
  /// that is denied.
  public var hostError: HostError {
    if kind == .cancelled {
      return HostError(kind: "cancelled", message: message, underlying: self)
    }
    var fields: [String: LuaValue] = [:]
    if let url { fields["url"] = .string(url) }
    if let status { fields["status"] = .int(Int64(status)) }
    if let rule { fields["rule"] = .string(rule.rawValue) }
    if let wait {
      fields["upstream"] = .string(wait.upstream)
      if let until = wait.until { fields["until"] = .number(until) }
    }
    let misuse =
      !isOfRedirect && [.denied, .invalidURL, .invalidRequest, .notMocked].contains(kind)
    return HostError(
      kind: kind.rawValue, message: description, retryable: retryable, fields: fields,
      delivery: misuse ? .raised : .returned, underlying: self)
  }
}

extension CSVError: ScriptVisibleError {
  /// As scripts see it.
  public var hostError: HostError {
    HostError(
      kind: "parse", message: description,
      fields: ["line": .int(Int64(line)), "column": .int(Int64(column)), "row": .int(Int64(row))],
      underlying: self)
  }
}

extension XMLError: ScriptVisibleError {
  /// As scripts see it.
  public var hostError: HostError {
    HostError(
      kind: "parse", message: description,
      fields: ["line": .int(Int64(line)), "column": .int(Int64(column))], underlying: self)
  }
}

extension FileError: ScriptVisibleError {
  /// As scripts see it.
  public var hostError: HostError {
    HostError(kind: "io", message: description, fields: ["path": .string(path)], underlying: self)
  }
}

extension ConfigurationError: ScriptVisibleError {
  /// As scripts see it.
  public var hostError: HostError {
    HostError(kind: "usage", message: "\(self)", delivery: .raised, underlying: self)
  }
}

extension TextWorkExceeded: ScriptVisibleError {
  /// As scripts see it: raised, as the call was given more than it can do.
  public var hostError: HostError {
    HostError(kind: "limit", message: description, delivery: .raised, underlying: self)
  }
}

extension DataFileError: ScriptVisibleError {
  /// As scripts see it: kind `library`, with what is wrong in `reason`.
  public var hostError: HostError {
    HostError(
      kind: "library", message: description, retryable: kind == .busy || kind == .unreachable,
      fields: ["reason": .string(kind.rawValue)], underlying: self)
  }
}

extension StoreError: ScriptVisibleError {
  /// As scripts see it: raised.
  public var hostError: HostError {
    HostError(kind: "store", message: description, delivery: .raised, underlying: self)
  }
}

extension AuthError: ScriptVisibleError {
  /// As scripts see it: kind `auth`, with what is wrong in `reason`.
  public var hostError: HostError {
    HostError(
      kind: "auth", message: message, retryable: retryable,
      fields: ["reason": .string(reason.rawValue)], underlying: self)
  }
}

extension UnknownJob: ScriptVisibleError {
  /// As scripts see it: raised.
  public var hostError: HostError {
    HostError(kind: "usage", message: description, delivery: .raised, underlying: self)
  }
}

extension MergeReadTwice: ScriptVisibleError {
  /// As scripts see it: raised.
  public var hostError: HostError {
    HostError(kind: "usage", message: description, delivery: .raised, underlying: self)
  }
}

extension MergeRepeats: ScriptVisibleError {
  /// As scripts see it: kind `source`.
  public var hostError: HostError {
    HostError(kind: "source", message: description, underlying: self)
  }
}
