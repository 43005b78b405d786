public import ScriptHost

extension Host {
  /// Registers every module with an engine.
  public func install(in engine: LuaEngine) async {
    for (name, make) in moduleMakers { await engine.register(name, make) }
    await engine.openScripts { [self] in try script($0) }
    await engine.openInput(HostInput(host: self))
  }

  /// Registers every module with an engine that runs rules alone, if that was not done.
  func registerOnce(in engine: LuaEngine) async { await engine.registerOnce(moduleMakers) }

  /// The registrations of all modules, by name: what help and the reference are made of.
  public var modules: [Module] { moduleMakers.map { $0.make() }.sorted { $0.name < $1.name } }

  private var moduleMakers: [(name: String, make: @Sendable () -> Module)] {
    [
      ("task", { TaskModule.make() }),
      ("auth", { [self] in AuthModule.make(self) }),
      ("args", { [self] in ArgsModule.make(self) }),
      ("cache", { [self] in CacheModule.make(self) }),
      ("connected", { [self] in ConnectedModule.make(self) }),
      ("crypto", { CryptoModule.make() }),
      ("csv", { [self] in CSVModule.make(self) }),
      ("env", { [self] in EnvModule.make(self) }),
      ("events", { [self] in EventsModule.make(self) }),
      ("filter", { [self] in FilterModule.make(self) }),
      ("fs", { [self] in FSModule.make(self) }),
      ("grid", { GridModule.make() }),
      ("host", { [self] in HostModule.make(self) }),
      ("http", { [self] in HTTPModule.make(self) }),
      ("jobs", { [self] in JobsModule.make(self) }),
      ("json", { JSONModule.make() }),
      ("library", { [self] in LibraryModule.make(self) }),
      ("link", { [self] in LinkModule.make(self) }),
      ("log", { [self] in LogModule.make(self) }),
      ("mail", { [self] in MailModule.make(self) }),
      ("match", { [self] in MatchModule.make(self) }),
      ("merge", { MergeModule.make() }),
      ("policy", { [self] in PolicyModule.make(self) }),
      ("random", { RandomModule.make() }),
      ("records", { RecordModule.make() }),
      ("rules", { [self] in RulesModule.make(self) }),
      ("screen", { [self] in ScreenModule.make(self) }),
      ("store", { [self] in StoreModule.make(self) }),
      ("tags", { [self] in TagsModule.make(self) }),
      ("text", { TextModule.make() }),
      ("time", { [self] in TimeModule.make(self) }),
      ("ui", { [self] in UIModule.make(self) }),
      ("xml", { XMLModule.make() }),
    ]
  }
}
