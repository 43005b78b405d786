internal import Hummingbird

/// The methods of the routes' paths, for 405 and `Allow` (RFC 9110, sections 10.2.1, 15.5.6).
struct RouteTable: Sendable {
  private struct Entry: Sendable {
    /// Nil: any text.
    let parts: [String?]
    let method: String
  }

  private let entries: [Entry]

  /// - Parameter router: has all routes; those of GET also answer HEAD.
  init(_ router: Router<ServeContext>) {
    entries = router.routes.flatMap { route in
      let parts = Self.parts("\(route.path)").map {
        $0.hasPrefix(":") || $0.hasPrefix("{") ? nil : $0
      }
      let methods = route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
      return methods.map { Entry(parts: parts, method: $0) }
    }
  }

  /// The methods of a path, sorted; empty for an unknown path. As in the router, a pattern of the
  /// path's own words goes before one that takes any text.
  func methods(of path: String) -> [String] {
    let parts = Self.parts(path)
    let fitting = entries.filter { entry in
      entry.parts.count == parts.count
        && zip(entry.parts, parts).allSatisfy { $0 == nil || $0 == $1 }
    }
    func openness(_ entry: Entry) -> Int { entry.parts.count(where: { $0 == nil }) }
    let least = fitting.map(openness).min()
    return Set(fitting.filter { openness($0) == least }.map(\.method)).sorted()
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }
}
