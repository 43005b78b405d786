import Foundation
import HostSetup
import Hummingbird
import MixCore
import Notation
import Testing

@testable import Server

/// The routes beside those of document 002, and their description.
@Suite struct RouteTests {
  /// `GET /path` of every operation, and whether it is open: paths stand two spaces deep, methods four, what an
  /// operation says six.
  private static func described() throws -> [String: Bool] {
    let share = try #require(ShareFolder.path)
    let text = try String(contentsOfFile: share + "/docs/openapi.yaml", encoding: .utf8)
    let paths = try #require(text.firstRange(of: "\npaths:\n")).upperBound
    let end = try #require(text.firstRange(of: "\ncomponents:\n")).lowerBound
    var routes: [String: Bool] = [:]
    var (path, route) = ("", "")
    for line in text[paths..<end].split(separator: "\n") {
      let depth = line.prefix { $0 == " " }.count
      let name = line.dropFirst(depth).prefix { $0 != ":" }
      if depth == 2 { path = String(name) }
      if depth == 4 {
        route = "\(name.uppercased()) \(path)"
        routes[route] = false
      }
      if line == "      security: [{}]" { routes[route] = true }
    }
    return routes
  }

  @Test func theDescriptionIsThatOfTheRoutes() async throws {
    let server = try await TestServer { $0.testRoutes = false }
    let served = server.server.parts.routes().all.map { route in
      let path = route.path.split(separator: "/").map { part in
        part == "**" ? "{rest}" : part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
      }
      return (
        "\(route.method) /\(path.joined(separator: "/"))",
        route.access == .open || route.access == .address
      )
    }
    let described = try Self.described()
    #expect(described.count > 15)
    #expect(Dictionary(uniqueKeysWithValues: served) == described)
    await server.stop()
  }

  @Test func thePageIsServedWithStrictRules() async throws {
    let server = try await TestServer()
    for (path, type) in [
      ("/", "text/html"), ("/screens/chart/charts", "text/html"),
      ("/page/shell.js", "text/javascript"), ("/page/kinds/table.js", "text/javascript"),
      ("/page/style/base.css", "text/css"),
      ("/icon.svg", "image/svg+xml"), ("/openapi.yaml", "application/yaml"),
      ("/manifest.webmanifest", "application/manifest+json"), ("/worker.js", "text/javascript"),
      ("/offline.html", "text/html"),
    ] {
      let answer = try await server.get(path)
      #expect(answer.status == 200)
      #expect(answer.header("content-type")?.hasPrefix(type) == true)
      let policy = answer.header("content-security-policy") ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe-inline"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(answer.header("x-content-type-options") == "nosniff")
      #expect(answer.header("access-control-allow-origin") == nil)
      let tag = try #require(answer.header("etag"))
      let again = try await server.get(path, fields: server.bearer + "If-None-Match: \(tag)\r\n")
      #expect(again.status == 304)
    }
    // Nothing on the page that the policy would stop: its one inline script is in it by its digest.
    let page = try await server.get("/")
    let scripts = page.text.split(
      separator: "<script type=\"importmap\">", omittingEmptySubsequences: false
    ).dropFirst()
    let script = try #require(scripts.first?.split(separator: "</script>").first)
    #expect(scripts.count == 1 && !page.text.contains("<script>"))
    #expect(!page.text.contains("onclick") && !page.text.contains("style="))
    let digest = Base64URL.standard(Array(AccessToken.digest(String(script))))
    #expect(page.header("content-security-policy")?.contains("'sha256-\(digest)'") == true)
    await server.stop()
  }

  @Test func theFilesOfAVersionAreKeptForGood() async throws {
    let server = try await TestServer()
    let page = try await server.get("/").text
    let version = try #require(page.firstMatch(of: /"\/page\/(v-[0-9a-f]+)\/first\.js"/)?.output.1)
    for path in ["first.js", "first.css", "shell.js", "kinds/table.js", "style/base.css"] {
      let fixed = try await server.get("/page/\(version)/\(path)")
      #expect(fixed.header("cache-control") == "public, max-age=31536000, immutable")
      // A page that an earlier server sent gets the present files.
      let other = try await server.get("/page/v-0/\(path)")
      #expect(other.text == fixed.text && other.header("cache-control") == "no-cache")
      #expect(try await server.get("/page/\(path)").header("cache-control") == "no-cache")
    }
    for path in [
      "/page/\(version)/none.js", "/page/\(version)/kinds/none.js", "/page/a/b/shell.js",
    ] {
      #expect(try await server.get(path).status == 404)
    }
    await server.stop()
  }

  @Test func thePageSaysWhetherSomebodyIsSignedIn() async throws {
    let server = try await TestServer()
    let none = try await server.get("/")
    #expect(!none.text.contains("\"screens\""))
    let tag = try #require(none.header("etag"))
    #expect(try await server.get("/", fields: "If-None-Match: \(tag)\r\n").status == 304)
    let own = "Origin: http://127.0.0.1:\(server.port)\r\n"
    let right = try await server.post("/login", "{\"token\": \"\(server.token)\"}", fields: own)
    let cookie = try #require(right.header("set-cookie")?.split(separator: ";").first)
    // An older copy says that nobody is.
    let page = try await server.page(
      "/", fields: "Cookie: \(cookie)\r\nIf-None-Match: \(tag)\r\n")
    #expect(page.status == 200 && page.header("etag") == nil)
    #expect(page.text.contains("\"screens\":["))
    await server.stop()
  }

  @Test func signingInAndOut() async throws {
    let server = try await TestServer()
    let own = "Origin: http://127.0.0.1:\(server.port)\r\n"
    let wrong = try await server.post("/login", "{\"token\": \"guess\"}", fields: own)
    #expect(wrong.status == 403)
    let foreign = try await server.post(
      "/login", "{\"token\": \"\(server.token)\"}", fields: "Origin: http://evil.example\r\n")
    #expect(foreign.status == 403)
    let right = try await server.post("/login", "{\"token\": \"\(server.token)\"}", fields: own)
    #expect(right.status == 303)
    let field = try #require(right.header("set-cookie"))
    #expect(field.contains("HttpOnly") && field.contains("SameSite=Strict"))
    let cookie = "Cookie: \(field.prefix { $0 != ";" })\r\n"
    let body = "{\"jobId\": \"\(JobKey.random())\"}"
    let cancel = "/api/enrichment/cancel"
    #expect(try await server.post(cancel, body, fields: own + cookie).status == 404)
    #expect(try await server.post(cancel, body, fields: cookie).status == 403)
    let session = try await server.get("/api/session", fields: cookie).json()
    #expect(session["signedIn"] == .bool(true))
    #expect(try await server.post("/api/logout", "{}", fields: own + cookie).status == 204)
    #expect(try await server.post(cancel, body, fields: own + cookie).status == 403)
    // The link of --open.
    let path = server.server.loginPath()
    #expect(try await server.get(path).status == 303)
    #expect(try await server.get(path).status == 403)
    await server.stop()
  }

  @Test func formsOfOtherPagesAreNoRequests() async throws {
    let server = try await TestServer()
    let form = try await server.exchange(
      "POST /api/enrichment/cancel HTTP/1.1\r\nHost: localhost\r\n\(server.bearer)"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b")
    #expect(form.status == 415)
    await server.stop()
  }

  @Test func theLibraryIsShown() async throws {
    let server = try await TestServer()
    let works = try await server.addBooks(7)
    #expect(try await server.get("/api/library").json()["pending"] == .int(7))
    #expect(try await server.get("/api/library?kind=track").json()["total"] == .int(0))
    let page = try await server.get("/api/library/works?limit=3").json()
    #expect(page["next"] == .int(works[2]))
    let ids = try await server.get("/api/library/works?fields=id&after=\(works[2])").json()
    #expect(ids["ids"] == .array(works[3...].map(JSON.int)))
    let work = try await server.get("/api/library/works/\(works[0])").json()
    #expect(work["status"] == .string("pending"))
    #expect(work["fields"]?["title"]?["source"] == .string("test"))
    #expect(try await server.get("/api/library/works/4711").status == 404)
    #expect(try await server.get("/api/library/works/x").status == 400)
    #expect(try await server.get("/api/library/works?status=lost").status == 400)
    #expect(try await server.get("/api/library/works?limit=9999").status == 400)
    for query in ["limit=", "after=", "status=", "kind=", "fields=", "fields=title"] {
      #expect(try await server.get("/api/library/works?\(query)").status == 400, "\(query)")
    }
    #expect(try await server.get("/api/library/works?q=").status == 200)
    await server.stop()
  }

  @Test func eventsTellOfJobs() async throws {
    let server = try await TestServer(mock: "latency=1ms")
    let works = try await server.addBooks(3)
    let socket = try await blocking { [port = server.port, events = server.eventsRequest] in
      let socket = try RawSocket(port: port)
      socket.send(events)
      // Subscribed once this has come.
      var text = ""
      while !text.contains("retry: 2000") {
        text += String(decoding: try socket.read(), as: UTF8.self)
      }
      return socket
    }
    let list = works.map(String.init).joined(separator: ",")
    let start = try await server.post(
      "/api/enrichment/start", "{\"jobId\": \"\(JobKey.random())\", \"workIds\": [\(list)]}")
    #expect(start.status == 202)
    let text = try await blocking {
      var text = ""
      while !text.contains("Enrichment complete") {
        let bytes = try socket.read()
        if bytes.isEmpty { break }
        text += String(decoding: bytes, as: UTF8.self)
      }
      return text
    }
    #expect(text.contains("event: job\ndata: {\"type\":\"progress\""))
    #expect(text.contains("Enrichment complete"))
    await server.stop()
  }

  @Test func metricsCount() async throws {
    let server = try await TestServer()
    _ = try await server.get("/health")
    let text = try await server.get("/metrics").text
    #expect(text.contains("mixhost_http_requests_total{method=\"GET\",status=\"200\"} 1\n"))
    #expect(text.contains("# TYPE mixhost_websockets gauge"))
    for line in [
      "mixhost_queue_items{state=\"failed\"} 0", "mixhost_queue_jobs{state=\"paused\"} 0",
      "mixhost_queue_oldest_job_seconds 0", "# TYPE mixhost_leases_lost_total counter",
      "# TYPE mixhost_store_connections_lost_total counter", "# TYPE mixhost_login_needed gauge",
    ] {
      #expect(text.contains(line + "\n"))
    }
    await server.stop()
  }

  @Test func aTakenPortIsNamedWithAFreeOne() async throws {
    let server = try await TestServer()
    let taken = server.port
    do {
      let second = try await TestServer { $0.port = taken }
      await second.stop()
      Issue.record("two servers on one port")
    } catch let error as ServerError {
      guard case .portInUse(_, let port, let free) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(port == taken)
      #expect(free != taken)
      #expect("\(error)".contains("port \(taken) on 127.0.0.1 is in use"))
    }
    await server.stop()
  }
}
