import Bindings
import Glibc
import HostSetup
import MixCore
import Reactor
import ScriptHost
import Server

/// Runs one script from start to exit code.
struct ScriptRunner {
  private let options: GlobalOptions
  private let programs: ProgramSource?

  /// Makes a runner.
  /// - Parameter programs: the programs of the run; nil to read them here.
  init(_ options: GlobalOptions, programs: ProgramSource? = nil) {
    self.options = options
    self.programs = programs
  }

  /// Runs a script and returns the exit code.
  /// - Throws: ``UsageError`` and errors of the set-up; the script's own errors are reported here.
  func run(_ source: ScriptSource) throws -> Int32 {
    if options.isolate, options.isolated == nil {
      let home = Home(environment: ProcessEnvironment.all, override: options.home)
      let limits = try SettingsSource.limits(
        SettingsSource.configuration(
          options, flags: options.settings, home,
          programs ?? Programs.source(Setup.programsHome(options, ProcessEnvironment.all))))
      return try Isolation(seconds: limits.sliceSeconds, memoryBytes: limits.memoryBytes)
        .run(ProgramArguments.all)
    }
    let text = try source.read()
    let signals = SignalWatch()
    let lent = Reactor.mainStackSuffices
    let reactor = lent ? Reactor(lentThreadName: "mixhost") : Reactor(name: "mixhost")
    // A replay sends no requests.
    let mock = try options.replay == nil ? MockProcess(of: options) : nil
    defer { mock?.stop() }
    let setup = try Setup(options, source, mock: mock, programs: programs, reactor: reactor)
    RunServer.enable(setup)
    let outcome = Guarded<Int32>(1)
    let signs = lifeSigns(setup)
    let task = Task(executorPreference: reactor) {
      signs?.start(on: reactor)
      let code = await Self.execute(text, source, setup)
      outcome.withLock { $0 = code }
      reactor.stop()
    }
    signals.onInterrupt {
      task.cancel()
      setup.engine.interrupt()
    }
    if lent { reactor.runOnCallingThread() } else { reactor.join() }
    if let code = signals.exitCode {
      // Leaves the line of a question that was not answered.
      let output = setup.host.output
      let isBehind = output.isTerminal && output.isErrorTerminal && !StandardOutput.isAtLineStart
      OutputSettings.writeError((isBehind ? "\n" : "") + Self.farewell(source))
      return code
    }
    return outcome.withLock { $0 }
  }

  /// The message of a run that was interrupted, with how to continue it where anything is left.
  private static func farewell(_ source: ScriptSource) -> String {
    let continues =
      switch source {
      case .code, .standardInput, .session: false
      // These answer programs, or wait for a person, as long as they run.
      case .command(let name, _, _): !["auth", "mcp", "reconcile"].contains(name)
      case .file, .part: true
      }
    let advice = "; fetched answers are kept: the same command continues from there"
    return "mixhost: interrupted\(continues ? advice : "")\n"
  }

  /// The signs of life of an isolated run's child; nil for other runs.
  private func lifeSigns(_ setup: Setup) -> LifeSigns? {
    options.isolated.map { LifeSigns(descriptor: $0, seconds: setup.limits.sliceSeconds) }
  }

  private static func execute(_ text: [UInt8], _ source: ScriptSource, _ setup: Setup) async
    -> Int32
  {
    await setup.prepare()
    var code: Int32 = 0
    do {
      try await setup.engine.run(text, name: source.chunkName, arguments: source.arguments)
    } catch let exit as ScriptExit {
      code = exit.code
    } catch {
      code = ErrorReport.print(
        error, at: await setup.engine.limitPosition, color: setup.host.output.errorColor)
    }
    OutputSettings.endDrawing()
    await setup.host.finish()
    do { try await setup.cassette?.finish() } catch {
      OutputSettings.writeError("mixhost: the recording is not complete: \(error)\n")
      return code == 0 ? 1 : code
    }
    return code
  }
}

/// Reports a script's failure on standard error.
enum ErrorReport {
  /// Reports an error and returns the exit code.
  /// - Parameters:
  ///   - position: `file:line: ` of a limit that a script met.
  ///   - color: whether standard error shows colours.
  static func print(_ error: any Error, at position: String = "", color: Bool = false) -> Int32 {
    StandardOutput.flush()
    switch error {
    case is CancellationError: return 130
    case LimitExceeded.outputClosed: return 0
    case let limit as LimitExceeded:
      OutputSettings.writeError("mixhost: \(position)\(limit)\n")
    case let error as ScriptError where error.underlying is DataFileError:
      // The data file is at fault, not the script, so the script's place is left out.
      OutputSettings.writeError("mixhost: \(error.underlying ?? error)\n")
    case let error as ScriptError:
      OutputSettings.writeStyledError("mixhost: \(error.report(color: color))\n")
    default: OutputSettings.writeError("mixhost: \(error)\n")
    }
    return 1
  }
}
