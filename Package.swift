// swift-tools-version: 6.1
import PackageDescription

/// Every target: Swift 6 language mode and `nonisolated(nonsending)` by default, without which an
/// `await` between two actors of one reactor hops threads (see docs/architecture.md).
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "mixhost",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ScriptHost", targets: ["ScriptHost"]),
    .library(name: "MixCore", targets: ["MixCore"]),
    .executable(name: "mixhost", targets: ["mixhost"]),
    .executable(name: "mixhost-tags", targets: ["mixhost-tags"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // The mock watches its connections for clients that leave: NIOCore's channel handlers.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    // Names of header fields that Hummingbird has no constants for.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    // The server's connections: Hummingbird's own HTTP handlers, beside which WebSockets begin.
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
    // `mixhost serve --certificate`.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Without its traits: nothing here needs what they add.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "CReactor"),
    .target(name: "CIsolation"),
    .target(name: "CFiles"),
    .target(name: "CJSON"),
    .target(
      name: "Reactor",
      dependencies: ["CReactor", .product(name: "HeapModule", package: "swift-collections")],
      swiftSettings: settings),
    .target(
      name: "CLua", dependencies: ["CJSON"], cSettings: [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("lua5.4"), .linkedLibrary("m")]),
    .target(
      name: "ScriptHost", dependencies: ["CLua", "Files", "Notation", "Reactor"],
      swiftSettings: settings),
    .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
    // libpq, loaded at the first use of a fleet's store.
    .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl")]),
    // Of libedit only the REPL knows; its static library needs the others.
    .target(
      name: "CEdit",
      linkerSettings: [
        .linkedLibrary("edit"), .linkedLibrary("tinfo"), .linkedLibrary("bsd"),
        .linkedLibrary("md"),
      ]),
    // Settings of a connection that Swift cannot make.
    .target(name: "CSQLiteGuard", linkerSettings: [.linkedLibrary("sqlite3")]),
    // The rooms of MixCore, from below. Each names what it may use; docs/architecture.md has the picture.
    .target(
      name: "Notation",
      dependencies: [
        "CExpat", "CJSON", "Reactor", .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings),
    .target(
      name: "Files", dependencies: ["CFiles", "Notation", "Reactor"], swiftSettings: settings),
    .target(
      name: "SQL",
      dependencies: [
        "CSQLiteGuard", "Files", "Notation", "Reactor",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .target(
      name: "Net",
      dependencies: [
        "CCurl", "Files", "Notation", "Reactor", "SQL",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .target(
      name: "Match",
      dependencies: [
        "Files", "Notation", "Reactor", "SQL",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .target(
      name: "Store",
      dependencies: [
        "Files", "Match", "Net", "Notation", "Reactor", "SQL",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .target(
      name: "Fleet",
      dependencies: [
        "CPostgres", "Net", "Notation", "Reactor", "SQL", "Store",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings),
    .target(
      name: "MixCore",
      dependencies: [
        "Files", "Fleet", "Match", "Net", "Notation", "Reactor", "Store",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // Drawing and reading a terminal, without a word of Lua: `mix.ui` is registered in Bindings.
    .target(name: "Terminal", dependencies: ["Notation", "Reactor"], swiftSettings: settings),
    .target(
      name: "Bindings",
      dependencies: [
        "CLua", "Files", "MixCore", "Notation", "Reactor", "ScriptHost", "Terminal",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "MockUpstreams",
      dependencies: [
        "Bindings",
        "Files",
        "MixCore",
        "Net",
        "Notation",
        "Reactor",
        "ScriptHost",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        // The mock of a log-in checks PKCE's challenge: SHA-256.
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        // The mock shifts the Date field of its answers (--clock).
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    // A run's settings out of flags, environment and files: for commands, scripts and the server.
    .target(
      name: "HostSetup",
      dependencies: [
        "Bindings", "MixCore", "Notation", "Reactor", "ScriptHost",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "mixhost",
      dependencies: [
        "Bindings", "CEdit", "CIsolation", "Files", "HostSetup", "MixCore", "MockUpstreams",
        "Notation",
        "Reactor", "ScriptHost", "Server", "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings,
      // A fixed address, as Debian's python3 has: else the loader writes 180,000 addresses at each start.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-no-pie"], .when(configuration: .release))]),
    .target(
      name: "Server",
      dependencies: [
        "Bindings", "HostSetup", "MixCore", "Notation", "Reactor", "SQL", "ScriptHost",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    // TagLib, in a process of its own: a hostile file can bring down that one only, start-up pays
    // nothing, and mixhost runs where TagLib is missing (docs/architecture.md, "Tags").
    .executableTarget(name: "mixhost-tags", linkerSettings: [.linkedLibrary("tag")]),
    // A private PostgreSQL for the tests of a process.
    .target(name: "PostgresInstance", path: "Tests/PostgresInstance", swiftSettings: settings),
    .testTarget(name: "ReactorTests", dependencies: ["Reactor"], swiftSettings: settings),
    .testTarget(
      name: "TerminalTests", dependencies: ["Reactor", "Terminal"], swiftSettings: settings),
    .testTarget(
      name: "MixCoreTests",
      dependencies: [
        "Files", "Fleet", "Match", "MixCore", "Net", "Notation", "PostgresInstance", "Reactor",
        "SQL",
        "Store",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ScriptHostTests", dependencies: ["CLua", "ScriptHost", "Reactor"],
      swiftSettings: settings),
    .testTarget(
      name: "BindingsTests",
      dependencies: [
        "Bindings", "CFiles", "Files", "MixCore", "MockUpstreams", "Notation", "Reactor",
        "ScriptHost", "Terminal",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MockTests", dependencies: ["MockUpstreams", "Net", "Notation", "mixhost"],
      swiftSettings: settings),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Bindings", "HostSetup", "MixCore", "MockUpstreams", "Notation", "Reactor", "ScriptHost",
        "Server",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FleetTests", dependencies: ["PostgresInstance", "mixhost"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: ["CFiles", "CIsolation", "MixCore", "Terminal", "mixhost"],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
