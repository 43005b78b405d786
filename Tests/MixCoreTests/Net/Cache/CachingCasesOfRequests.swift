import MixCore

extension CachingCase {
  static let requests: [CachingCase] = [
    .init(
      section: "5.2.1.1", title: "max-age of the request, kept",
      stored: ["Cache-Control": "max-age=60"], request: ["Cache-Control": "max-age=10"],
      decision: .fresh),
    .init(
      section: "5.2.1.1", title: "max-age of the request, exceeded",
      stored: ["Cache-Control": "max-age=60"], request: ["Cache-Control": "max-age=9"],
      decision: .validate),
    .init(
      section: "5.2.1.1", title: "max-age=0", stored: ["Cache-Control": "max-age=60"],
      request: ["Cache-Control": "max-age=0"], decision: .validate),
    .init(
      section: "5.2.1.2", title: "max-stale without limit", stored: ["Cache-Control": "max-age=5"],
      request: ["Cache-Control": "max-stale"], after: 9_999, decision: .stale),
    .init(
      section: "5.2.1.2", title: "max-stale kept", stored: ["Cache-Control": "max-age=5"],
      request: ["Cache-Control": "max-stale=5"], decision: .stale),
    .init(
      section: "5.2.1.2", title: "max-stale exceeded", stored: ["Cache-Control": "max-age=5"],
      request: ["Cache-Control": "max-stale=4"], decision: .validate),
    .init(
      section: "5.2.1.2", title: "max-stale against must-revalidate",
      stored: ["Cache-Control": "max-age=5, must-revalidate"],
      request: ["Cache-Control": "max-stale"], decision: .must),
    .init(
      section: "5.2.1.3", title: "min-fresh kept", stored: ["Cache-Control": "max-age=60"],
      request: ["Cache-Control": "min-fresh=50"], decision: .fresh),
    .init(
      section: "5.2.1.3", title: "min-fresh not kept", stored: ["Cache-Control": "max-age=60"],
      request: ["Cache-Control": "min-fresh=51"], decision: .validate),
    .init(
      section: "5.2.1.4", title: "no-cache of the request", stored: ["Cache-Control": "max-age=60"],
      request: ["Cache-Control": "no-cache"], decision: .must),
    .init(
      section: "5.4", title: "Pragma: no-cache alone", stored: ["Cache-Control": "max-age=60"],
      request: ["Pragma": "no-cache"], decision: .must),
    .init(
      section: "5.4", title: "Pragma beside Cache-Control is ignored",
      stored: ["Cache-Control": "max-age=60"],
      request: ["Pragma": "no-cache", "Cache-Control": "max-age=20"], decision: .fresh),
    .init(
      section: "5.2.1.7", title: "only-if-cached, fresh", stored: ["Cache-Control": "max-age=60"],
      request: ["Cache-Control": "only-if-cached"], decision: .fresh),
    .init(
      section: "5.2.1.7", title: "only-if-cached, stale", stored: ["Cache-Control": "max-age=5"],
      request: ["Cache-Control": "only-if-cached"], decision: .gatewayTimeout),
    .init(
      section: "5.2.1.7", title: "only-if-cached, nothing stored",
      stored: ["Cache-Control": "no-store"], request: ["Cache-Control": "only-if-cached"],
      decision: .gatewayTimeout),
    .init(
      section: "5.2.1.7", title: "only-if-cached and max-stale",
      stored: ["Cache-Control": "max-age=5"],
      request: ["Cache-Control": "only-if-cached, max-stale"], decision: .stale),
    .init(
      section: "4", title: "HEAD is served from GET", stored: ["Cache-Control": "max-age=60"],
      method: "HEAD", decision: .fresh),
    .init(
      section: "4", title: "POST is not", stored: ["Cache-Control": "max-age=60"], method: "POST",
      decision: .miss),
    .init(
      section: "4.2.4", title: "Stale and allow_expired off",
      stored: ["Cache-Control": "max-age=5"], allowExpired: false, decision: .strict),
    .init(
      section: "RFC 5861, 4", title: "stale-if-error of the answer",
      stored: ["Cache-Control": "max-age=5, stale-if-error=5"], allowExpired: false,
      decision: .validate),
    .init(
      section: "RFC 5861, 4", title: "stale-if-error over",
      stored: ["Cache-Control": "max-age=5, stale-if-error=4"], allowExpired: false,
      decision: .strict),
    .init(
      section: "RFC 5861, 4", title: "stale-if-error of the request",
      stored: ["Cache-Control": "max-age=5"], request: ["Cache-Control": "stale-if-error=60"],
      allowExpired: false, decision: .validate),
    .init(
      section: "RFC 5861, 4", title: "stale-if-error against must-revalidate",
      stored: ["Cache-Control": "max-age=5, stale-if-error=60, must-revalidate"], decision: .must),
  ]

  static let varying: [CachingCase] = [
    .init(
      section: "4.1", title: "Vary, same value", first: ["Accept-Language": "de"],
      stored: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"],
      request: ["Accept-Language": "de"], decision: .fresh),
    .init(
      section: "4.1", title: "Vary, other value", first: ["Accept-Language": "de"],
      stored: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"],
      request: ["Accept-Language": "en"], decision: .miss),
    .init(
      section: "4.1", title: "Vary, absent then present",
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo"], request: ["Foo": "1"], decision: .miss
    ),
    .init(
      section: "4.1", title: "Vary, absent twice",
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo"], decision: .fresh),
    .init(
      section: "4.1", title: "Vary, white space and lines", first: HTTPHeaders([("Foo", "1,2")]),
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo"],
      request: HTTPHeaders([("Foo", " 1"), ("foo", "2 ")]), decision: .fresh),
    .init(
      section: "4.1", title: "Vary, other order", first: ["Foo": "1, 2"],
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo"], request: ["Foo": "2, 1"],
      decision: .miss),
    .init(
      section: "4.1", title: "Vary, two fields, one differs", first: ["Foo": "1", "Bar": "1"],
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo, Bar"],
      request: ["Foo": "1", "Bar": "2"], decision: .miss),
    .init(
      section: "4.1", title: "Vary, an unnamed field differs", first: ["Bar": "1"],
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo"], request: ["Bar": "2"],
      decision: .fresh),
    .init(
      section: "4.1", title: "Vary: *", stored: ["Cache-Control": "max-age=60", "Vary": "*"],
      decision: .miss),
    .init(
      section: "4.1", title: "Vary: * in a list",
      stored: ["Cache-Control": "max-age=60", "Vary": "Foo, *"], decision: .miss),
  ]

  static let validation: [CachingCase] = [
    .init(
      section: "4.3.2", title: "If-None-Match of the caller",
      stored: ["Cache-Control": "max-age=60", "ETag": "\"a\""],
      request: ["If-None-Match": "W/\"a\""], decision: .notModified),
    .init(
      section: "4.3.2", title: "If-None-Match with another tag",
      stored: ["Cache-Control": "max-age=60", "ETag": "\"a\""], request: ["If-None-Match": "\"b\""],
      decision: .fresh),
    .init(
      section: "4.3.2", title: "If-None-Match: *",
      stored: ["Cache-Control": "max-age=60", "ETag": "\"a\""], request: ["If-None-Match": "*"],
      decision: .notModified),
    .init(
      section: "4.3.2", title: "If-Modified-Since of the caller",
      stored: ["Cache-Control": "max-age=60", "Last-Modified": "Tue, 30 Dec 2025 00:00:00 GMT"],
      request: ["If-Modified-Since": "Tue, 30 Dec 2025 00:00:00 GMT"], decision: .notModified),
    .init(
      section: "4.3.2", title: "If-Modified-Since, changed later",
      stored: ["Cache-Control": "max-age=60", "Last-Modified": "Tue, 30 Dec 2025 00:00:00 GMT"],
      request: ["If-Modified-Since": "Mon, 29 Dec 2025 00:00:00 GMT"], decision: .fresh),
    .init(
      section: "4.3.2", title: "The caller's condition on a stale answer is the origin's",
      stored: ["Cache-Control": "max-age=5", "ETag": "\"a\""], request: ["If-None-Match": "\"a\""],
      decision: .miss),
  ]

  static let callers: [CachingCase] = [
    .init(
      section: "caller", title: "ttl overrules no-store", stored: ["Cache-Control": "no-store"],
      ttl: 60, decision: .fresh),
    .init(
      section: "caller", title: "ttl overrules no-cache and an old Date",
      stored: ["Cache-Control": "no-cache", "Date": "Thu, 01 Jan 2015 00:00:00 GMT"], ttl: 60,
      decision: .fresh),
    .init(
      section: "caller", title: "ttl overrules a longer max-age",
      stored: ["Cache-Control": "max-age=600"], after: 60, ttl: 60, decision: .validate),
    .init(
      section: "caller", title: "ttl overrules the request's no-cache", stored: [:],
      request: ["Cache-Control": "no-cache"], ttl: 60, decision: .fresh),
    .init(
      section: "caller", title: "A day, one second before its end", stored: [:], after: 86_399,
      ttl: 86_400, decision: .fresh),
    .init(
      section: "caller", title: "A day, at its end", stored: [:], after: 86_400, ttl: 86_400,
      decision: .validate),
    .init(
      section: "caller", title: "A day, one second after it", stored: [:], after: 86_401,
      ttl: 86_400, allowExpired: false, decision: .strict),
    .init(
      section: "caller", title: "ttl keeps 404", status: 404, stored: [:], ttl: 60, decision: .fresh
    ),
    .init(
      section: "caller", title: "ttl keeps 410", status: 410, stored: [:], ttl: 60, decision: .fresh
    ),
    .init(
      section: "caller", title: "ttl never keeps 403", status: 403, stored: [:], ttl: 60,
      decision: .miss),
    .init(
      section: "caller", title: "ttl never keeps 429", status: 429, stored: [:], ttl: 60,
      decision: .miss),
    .init(
      section: "caller", title: "ttl never keeps 500", status: 500, stored: [:], ttl: 60,
      decision: .miss),
    .init(
      section: "caller", title: "ttl 0 neither looks nor stores",
      stored: ["Cache-Control": "max-age=60"], ttl: 0, decision: .miss),
  ]
}
