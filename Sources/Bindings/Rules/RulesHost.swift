internal import Reactor
internal import ScriptHost

/// A run with rules.
protocol RulesHost: StoreHost {
  /// The rule files whose older form was reported.
  var notedRules: [String] { get set }

  /// Registers every module with an engine that runs rules alone, if that was not done.
  func registerOnce(in engine: LuaEngine) async

  /// A host with the same settings and grants for an engine on another thread.
  func beside(_ reactor: Reactor) -> any RulesHost
}
