import Foundation
import Testing

/// A script's bytes arrive as they are.
@Suite("Bytes of requests", .ownThreads)
struct RequestBytesTests {
  /// Answers every POST with its path, its body in hexadecimal and its type, until its input closes.
  private static let echo = """
    import http.server, sys, threading
    class Echo(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            kind = self.headers["Content-Type"] or "-"
            answer = " ".join([self.path, body.hex(), kind]).encode()
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
      outcome.output == """
        /p ff00fe80616263 application/octet-stream
        /p 636166c3a9 text/plain;charset=UTF-8
        /p \(form) application/x-www-form-urlencoded
        /p?q=%E9  text/plain;charset=UTF-8

        """)
  }
}
