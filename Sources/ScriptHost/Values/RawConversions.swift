internal import Notation
internal import Reactor

// The standard library's conversions of a `Double` trap when the number is not finite or too large.
// These declarations shadow them, so that their use is a compile-time error: write `Int(clamping:)`
// or `Int(exactly:)`, and `.seconds(clamping:)`. They hold for their module only; the other modules
// have links to this file.

extension Int {
  @available(*, deprecated, message: "ends the program: use init(clamping:) or init(exactly:)")
  init(_ number: Double) { self.init(clamping: number) }
}

extension Int64 {
  @available(*, deprecated, message: "ends the program: use init(clamping:) or init(exactly:)")
  init(_ number: Double) { self.init(clamping: number) }
}

extension Int32 {
  @available(*, deprecated, message: "ends the program: use init(clamping:) or init(exactly:)")
  init(_ number: Double) { self.init(clamping: number) }
}

extension UInt64 {
  @available(*, deprecated, message: "ends the program: use init(clamping:) or init(exactly:)")
  init(_ number: Double) { self.init(clamping: number) }
}

extension Duration {
  @available(*, deprecated, message: "ends the program: use seconds(clamping:)")
  static func seconds(_ number: Double) -> Duration { .seconds(clamping: number) }
}
