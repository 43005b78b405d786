import Foundation
import MixCore
import Testing

/// The addresses that are kept for the clients of others.
@Suite struct ConnectedAddressesTests {
  @Test func addressesThatAreMadeAtOnceAreAllKept() async throws {
    let folder = NSTemporaryDirectory() + "addresses-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let addresses = ConnectedAddresses(Home(environment: [:], override: folder))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 8) { number in
          _ = try? addresses.make(
            ConnectedAddress(
              program: "echo", subject: "\(number)", title: "echo", read: [], made: 1))
        }
        continuation.resume()
      }
    }
    #expect(Set(try addresses.all().map(\.subject)) == Set((0..<8).map(String.init)))
  }
}
