public import MixCore
public import ScriptHost

/// Large bodies are charged to the script that asked for them.
extension MemoryLedger: BodyBudget {}
