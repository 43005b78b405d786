internal import Notation
internal import Reactor

// The standard library's conversions of a `Double` end the program when the number is not finite or too
// large. These stand in front of them, so that a use is an error when it is compiled: write
// `Int(clamping:)` or `Int(exactly:)`, and `.seconds(clamping:)`. They hold for the module that they are
// in: the other modules have links to this file.

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
