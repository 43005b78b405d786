import Foundation
import Testing

/// A script's bytes arrive as they are.
@Suite("Bytes of requests", .ownThreads)
struct RequestBytesTests {
  /// Answers every POST with its path and its body in hexadecimal, until its input closes.
  private static let echo = """
    import http.server, sys, threading
    class Echo(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            answer = (self.path + " " + body.hex()).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
        def log_message(self, *_): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()
    """

  @Test func arriveAsTheyAre() throws {
    let server = Process()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = ["python3", "-c", Self.echo]
    let (input, output) = (Pipe(), Pipe())
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    defer {
      try? input.fileHandleForWriting.close()
      server.waitUntilExit()
    }
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      line += more
    }
    let port = String(decoding: line, as: UTF8.self).filter(\.isNumber)
    let program = try Program([
      "send.lua": """
      local base = "http://127.0.0.1:" .. arg[1]
      local function send(options) print(assert(mix.http.post(base .. "/p", options)).body) end
      send {body = "\\xff\\0\\xfe\\x80abc"}
      send {body = "caf\u{e9}"}
      send {form = {a = "\\xff b"}}
      send {query = {q = "\\xe9"}, body = ""}
      """
    ])
    let outcome = try program.run("--allow-net", "127.0.0.1:\(port)", "send.lua", port)
    #expect(outcome.errors == "")
    let form = "a=%FF%20b".utf8.map { String($0, radix: 16) }.joined()
    #expect(
      outcome.output == "/p ff00fe80616263\n/p 636166c3a9\n/p \(form)\n/p?q=%E9 \n")
  }
}
