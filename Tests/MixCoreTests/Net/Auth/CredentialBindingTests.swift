import Testing

@testable import Net

@Suite("Log-ins bound to their endpoints")
struct CredentialBindingTests {
  @Test(
    "A log-in is bound to every endpoint: a table that names another one gets nothing of it",
    arguments: ["authorize", "token", "device", "revoke", "profile", "client"])
  func boundToItsEndpoints(changed: String) async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    try rig.keepOld()
    var provider = rig.provider
    let other = rig.server.base + "/steal"
    switch changed {
    case "authorize": provider.authorizeURL = other
    case "token": provider.tokenURL = other
    case "device": provider.deviceURL = other
    case "revoke": provider.revokeURL = other
    case "profile": provider.profile = .init(url: other, names: ["id"])
    default: provider.clientID = "other"
    }
    #expect(await rig.failure { try await rig.service.token(provider) }?.reason == .notSignedIn)
    #expect(try await rig.service.credential(provider) == nil)
    #expect(rig.server.requests.isEmpty)
    #expect(try await rig.service.token(rig.provider).text == "access-token-2")
  }

  @Test("A script's provider neither uses, replaces nor removes an installed one's log-in")
  func scriptsProvider() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    try rig.keepOld()
    var provider = rig.provider
    provider.isInstalled = false
    #expect(await rig.failure { try await rig.service.token(provider) }?.reason == .notSignedIn)
    provider.revokeURL = rig.server.base + "/steal"
    #expect(try await rig.service.logout(provider).wasSignedIn == false)
    #expect(rig.server.requests.isEmpty)
    #expect(try await rig.service.credential(rig.provider)?.refresh == "refresh-token-1")
    // Two tables of one name are two log-ins.
    var another = provider
    another.revokeURL = nil
    #expect(Set([rig.provider, provider, another].map(\.storeName)).count == 3)
  }

  @Test("A log-in of a version that noted no endpoints is bound to the installed provider")
  func oldCredential() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    try rig.keepOld()
    var old = try #require(try rig.store.read("music"))
    old.endpoints = nil
    try rig.store.write(old)
    #expect(try rig.store.read("music")?.endpoints == nil)
    var script = rig.provider
    script.isInstalled = false
    #expect(old.bound(to: script) == nil)
    #expect(try await rig.service.token(rig.provider).text == "access-token-2")
    #expect(try rig.store.read("music")?.endpoints == rig.provider.endpoints)
  }
}
