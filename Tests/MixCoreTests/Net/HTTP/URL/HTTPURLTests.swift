import Testing

@testable import Net

@Suite struct HTTPURLTests {
  @Test(arguments: [
    ("https://Example.COM", "https://example.com/"),
    ("HTTPS://example.com:443/a#frag", "https://example.com/a"),
    ("http://example.com:80?q=1", "http://example.com/?q=1"),
    ("https://example.com:8443/a b/ü", "https://example.com:8443/a%20b/%C3%BC"),
    ("https://[2001:DB8::1]:80/", "https://[2001:db8::1]:80/"),
    ("https://example.com/%7Ea?b=%20", "https://example.com/%7Ea?b=%20"),
    ("https://example.com:/", "https://example.com/"),
    ("https://example.com/a/../b/./c?d=/../e", "https://example.com/b/c?d=/../e"),
    ("https://example.com/../a/%2e%2E/.b/..c/.%2e", "https://example.com/.b/"),
  ])
  func normalForm(_ text: String, _ expected: String) throws {
    #expect(try HTTPURL(text).text == expected)
  }

  @Test(arguments: [
    "", "example.com", "/a", "https:/a", "https://", "https:///a", "https://user@example.com/",
    "https://user:pw@example.com/", "https://ex ample.com/", "https://example.com:0/",
    "https://example.com:65536/", "https://example.com:8a/", "https://[::1/", "https://[::g]/",
    "https://example.com/\u{1}", "https://example.com/a\nb",
    "https://a%2eb/", "1https://a/",
  ])
  func notAnAddress(_ text: String) {
    #expect { try HTTPURL(text) } throws: { ($0 as? HTTPError)?.kind == .invalidURL }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://example.com/", "javascript:alert(1)", "data:,x"])
  func otherSchemes(_ text: String) {
    #expect { try HTTPURL(text) } throws: { ($0 as? HTTPError)?.rule == .httpsOnly }
  }

  /// RFC 3986, 5.4, as far as it concerns http.
  @Test(arguments: [
    ("g", "https://a/b/c/g"), ("./g", "https://a/b/c/g"), ("g/", "https://a/b/c/g/"),
    ("/g", "https://a/g"), ("//g", "https://g/"), ("?y", "https://a/b/c/d;p?y"),
    ("g?y", "https://a/b/c/g?y"), ("#s", "https://a/b/c/d;p?q"), ("g#s", "https://a/b/c/g"),
    (";x", "https://a/b/c/;x"), ("", "https://a/b/c/d;p?q"), (".", "https://a/b/c/"),
    ("./", "https://a/b/c/"), ("..", "https://a/b/"), ("../", "https://a/b/"),
    ("../g", "https://a/b/g"), ("../..", "https://a/"), ("../../g", "https://a/g"),
    ("../../../g", "https://a/g"), ("/./g", "https://a/g"), ("/../g", "https://a/g"),
    ("g.", "https://a/b/c/g."), ("..g", "https://a/b/c/..g"), ("./../g", "https://a/b/g"),
    ("g/./h", "https://a/b/c/g/h"), ("g/../h", "https://a/b/c/h"),
    ("g?y/../x", "https://a/b/c/g?y/../x"), ("http://x/y", "http://x/y"),
  ])
  func references(_ reference: String, _ expected: String) throws {
    #expect(try HTTPURL("https://a/b/c/d;p?q").resolving(reference).text == expected)
  }

  @Test(arguments: [
    ("https://h/p?api_key=abc&q=1", "https://h/p?api_key=***&q=1"),
    ("https://u:p@h/p?Token=x", "https://***@h/p?Token=***"),
    ("https://h/p?q=key", "https://h/p?q=key"),
    ("https://h/p", "https://h/p"),
  ])
  func secretsAreMasked(_ url: String, _ expected: String) {
    #expect(HTTPError(.timeout, "x", url: url).url == expected)
  }
}

@Suite struct IPAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "loopback"), ("127.9.9.9", "loopback"), ("::1", "loopback"),
    ("::ffff:127.0.0.1", "loopback"), ("10.1.2.3", "private"), ("172.16.0.1", "private"),
    ("172.31.255.255", "private"), ("192.168.1.1", "private"), ("169.254.169.254", "link-local"),
    ("100.64.0.1", "carrier-grade NAT"), ("0.0.0.0", "unspecified"), ("224.0.0.1", "multicast"),
    ("255.255.255.255", "reserved"), ("198.18.0.1", "reserved"), ("198.51.100.7", "reserved"),
    ("192.0.2.1", "reserved"), ("203.0.113.9", "reserved"), ("fe80::1", "link-local"),
    ("fc00::1", "unique local"), ("fd12:3456::1", "unique local"), ("ff02::1", "multicast"),
    ("::", "unspecified"), ("::ffff:10.0.0.1", "private"), ("64:ff9b::a00:1", "private"),
    ("2002:7f00:1::", "loopback"), ("2001:db8::1", "reserved"), ("::7f00:1", "reserved"),
    // Through a translator, relay or tunnel (RFC 2765, 6052, 8215, 3056, 7526, 4380).
    ("64:ff9b::7f00:1", "loopback"), ("64:ff9b::a9fe:a9fe", "link-local"),
    ("64:ff9b:1::a00:1", "NAT64"), ("64:ff9b:1:ffff:ffff:ffff:808:808", "NAT64"),
    ("::ffff:0:10.0.0.1", "IPv4-translated"), ("::ffff:0:8.8.8.8", "IPv4-translated"),
    ("2001::1", "Teredo"), ("2001:0:4136:e378:8000:63bf:f5ff:fffe", "Teredo"),
    ("2002:c0a8:101::1", "private"), ("2002:a00:1::", "private"), ("192.88.99.1", "6to4 relay"),
    ("2002:c058:6301::", "6to4 relay"), ("::8.8.8.8", "reserved"),
    // The rest of IANA's registries.
    ("192.31.196.1", "reserved"), ("192.52.193.1", "reserved"), ("192.175.48.1", "reserved"),
    ("100::1", "reserved"), ("100:0:0:1::1", "reserved"), ("2001:2::1", "reserved"),
    ("2001:10::1", "reserved"), ("2001:20::1", "reserved"), ("2001:1ff::1", "reserved"),
    ("2620:4f:8000::1", "reserved"), ("3fff::1", "reserved"), ("3fff:fff::1", "reserved"),
    ("5f00::1", "reserved"), ("4000::1", "reserved"), ("fec0::1", "site-local"),
  ])
  func specialAddresses(_ text: String, _ purpose: String) throws {
    #expect(try #require(IPAddress(text)).specialPurpose == purpose)
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "198.51.99.1", "2606:4700::1111",
    "64:ff9b::808:808", "::ffff:8.8.8.8", "2002:808:808::1", "2001:200::1", "2001:4860:4860::8888",
    "3fff:1000::1", "2620:4f:8001::1", "192.88.98.1", "192.88.100.1", "2a00::1",
  ])
  func publicAddresses(_ text: String) throws {
    #expect(try #require(IPAddress(text)).specialPurpose == nil)
  }

  @Test("A translator's address is not this machine's own")
  func loopback() throws {
    for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
      #expect(try #require(IPAddress(text)).isLoopback, "\(text)")
    }
    for text in ["64:ff9b::7f00:1", "2002:7f00:1::", "::ffff:0:127.0.0.1", "::127.0.0.1"] {
      #expect(try !#require(IPAddress(text)).isLoopback, "\(text)")
    }
  }

  @Test(arguments: [
    "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1..2.3", "a.b.c.d", ":", ":::", "1::2::3",
    "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "fe80::1%eth0", "example.com", "0x7f.1",
  ])
  func notAddresses(_ text: String) { #expect(IPAddress(text) == nil) }
}
