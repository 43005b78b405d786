import MixCore

/// The rows of docs/caching.md. Time begins on 1 January 2026, 00:00:00 GMT.
extension CachingCase {
  static let all = storing + freshness + requests + varying + validation + callers

  static let storing: [CachingCase] = [
    .init(
      section: "3", title: "max-age allows storing", stored: ["Cache-Control": "max-age=60"],
      decision: .fresh),
    .init(
      section: "3", title: "Expires allows storing",
      stored: ["Expires": "Thu, 01 Jan 2026 00:01:00 GMT"], decision: .fresh),
    .init(
      section: "3", title: "200 is stored without any lifetime", stored: [:], decision: .validate),
    .init(
      section: "3", title: "302 without any lifetime is not stored", status: 302,
      stored: ["Location": "/y"], decision: .miss),
    .init(
      section: "3", title: "302 with a lifetime is stored", status: 302,
      stored: ["Cache-Control": "max-age=60"], decision: .fresh),
    .init(
      section: "3", title: "404 with a lifetime is stored", status: 404,
      stored: ["Cache-Control": "max-age=60"], decision: .fresh),
    .init(
      section: "3", title: "403 without any lifetime is not stored", status: 403, stored: [:],
      decision: .miss),
    .init(
      section: "3", title: "503 without any lifetime is not stored", status: 503, stored: [:],
      decision: .miss),
    .init(
      section: "3", title: "Partial content is not stored", status: 206,
      stored: ["Cache-Control": "max-age=60", "Content-Range": "bytes 0-2/9"], decision: .miss),
    .init(
      section: "3", title: "304 is not an answer of its own", status: 304,
      stored: ["Cache-Control": "max-age=60"], decision: .miss),
    .init(
      section: "RFC 6585, 4", title: "429 is never stored", status: 429,
      stored: ["Cache-Control": "max-age=60"], decision: .miss),
    .init(
      section: "3", title: "A range request stores nothing", first: ["Range": "bytes=0-2"],
      stored: ["Cache-Control": "max-age=60"], decision: .miss),
    .init(
      section: "RFC 9110, 14.2", title: "A range is cut out of a fresh answer",
      stored: ["Cache-Control": "max-age=60"], request: ["Range": "bytes=0-1"], decision: .part),
    .init(
      section: "RFC 9110, 14.2", title: "A range of a stale answer is the origin's",
      stored: ["Cache-Control": "max-age=5"], request: ["Range": "bytes=0-1"], decision: .miss),
    .init(
      section: "RFC 9110, 14.2", title: "So are several ranges",
      stored: ["Cache-Control": "max-age=60"], request: ["Range": "bytes=0-0,2-2"], decision: .miss),
    .init(
      section: "RFC 9110, 15.5.17", title: "So is a range outside",
      stored: ["Cache-Control": "max-age=60"], request: ["Range": "bytes=3-"], decision: .miss),
    .init(
      section: "RFC 9110, 13.1.5", title: "If-Range with the stored tag",
      stored: ["Cache-Control": "max-age=60", "ETag": "\"a\""],
      request: ["Range": "bytes=-1", "If-Range": "\"a\""], decision: .part),
    .init(
      section: "RFC 9110, 13.1.5", title: "If-Range with another",
      stored: ["Cache-Control": "max-age=60", "ETag": "\"a\""],
      request: ["Range": "bytes=-1", "If-Range": "\"b\""], decision: .miss),
    .init(
      section: "3.5", title: "An authorised answer is stored", first: ["Authorization": "Bearer a"],
      stored: ["Cache-Control": "max-age=60"], request: ["Authorization": "Bearer a"],
      decision: .fresh),
    .init(
      section: "3.5", title: "Another account's answer is not served",
      first: ["Authorization": "Bearer a"], stored: ["Cache-Control": "max-age=60"],
      request: ["Authorization": "Bearer b"], decision: .miss),
    .init(
      section: "3.5", title: "Nor is it without authorization",
      first: ["Authorization": "Bearer a"], stored: ["Cache-Control": "max-age=60"], decision: .miss
    ),
    .init(
      section: "5.2.2.5", title: "no-store", stored: ["Cache-Control": "no-store, max-age=60"],
      decision: .miss),
    .init(
      section: "5.2.2.5", title: "no-store in capitals, second field",
      stored: HTTPHeaders([("Cache-Control", "max-age=60"), ("cache-control", "NO-STORE")]),
      decision: .miss),
    .init(
      section: "5.2.1.5", title: "no-store of the request", first: ["Cache-Control": "no-store"],
      stored: ["Cache-Control": "max-age=60"], decision: .miss),
    .init(
      section: "5.2.2.3", title: "must-understand overrules no-store",
      stored: ["Cache-Control": "must-understand, no-store, max-age=60"], decision: .fresh),
    .init(
      section: "5.2.2.3", title: "must-understand with an unknown status", status: 299,
      stored: ["Cache-Control": "must-understand, max-age=60"], decision: .miss),
    .init(
      section: "5.2.2.7", title: "private is for this cache",
      stored: ["Cache-Control": "private, max-age=60"], decision: .fresh),
    .init(
      section: "5.2.2.9", title: "public allows storing", status: 302,
      stored: ["Cache-Control": "public"], decision: .validate),
    .init(
      section: "5.2.3", title: "Unknown directives are ignored",
      stored: ["Cache-Control": "max-age=60, community=\"UCI, no-store\""], decision: .fresh),
  ]

  static let freshness: [CachingCase] = [
    .init(
      section: "4.2", title: "One second before the end", stored: ["Cache-Control": "max-age=60"],
      after: 59, decision: .fresh),
    .init(
      section: "4.2", title: "At the end", stored: ["Cache-Control": "max-age=60"], after: 60,
      decision: .validate),
    .init(
      section: "4.2.1", title: "max-age before Expires",
      stored: ["Cache-Control": "max-age=60", "Expires": "Thu, 01 Jan 1970 00:00:00 GMT"],
      decision: .fresh),
    .init(
      section: "4.2.1", title: "s-maxage is for shared caches",
      stored: ["Cache-Control": "s-maxage=1, max-age=60"], decision: .fresh),
    .init(
      section: "4.2.1", title: "s-maxage alone gives no lifetime",
      stored: ["Cache-Control": "s-maxage=60"], decision: .validate),
    .init(
      section: "4.2.1", title: "The first of two counts",
      stored: ["Cache-Control": "max-age=5, max-age=60"], decision: .validate),
    .init(
      section: "5.2", title: "max-age in quotes", stored: ["Cache-Control": "max-age=\"60\""],
      decision: .fresh),
    .init(
      section: "5.2", title: "max-age in capitals", stored: ["Cache-Control": "MAX-AGE=60"],
      decision: .fresh),
    .init(
      section: "4.2.1", title: "max-age that is not a number",
      stored: ["Cache-Control": "max-age=6a"],
      decision: .validate),
    .init(
      section: "4.2.1", title: "max-age below zero", stored: ["Cache-Control": "max-age=-60"],
      decision: .validate),
    .init(
      section: "1.2.2", title: "max-age beyond 2^31",
      stored: ["Cache-Control": "max-age=99999999999999999999"], decision: .fresh),
    .init(
      section: "5.3", title: "Expires counts from Date",
      stored: [
        "Date": "Wed, 31 Dec 2025 23:59:30 GMT", "Expires": "Thu, 01 Jan 2026 00:00:05 GMT",
      ], decision: .validate),
    .init(section: "5.3", title: "Expires: 0", stored: ["Expires": "0"], decision: .validate),
    .init(
      section: "5.3", title: "Expires with a wrong zone",
      stored: ["Expires": "Fri, 02 Jan 2026 00:00:00 UTC"], decision: .validate),
    .init(
      section: "RFC 9110, 5.6.7", title: "Expires as RFC 850 date",
      stored: ["Expires": "Friday, 02-Jan-26 00:00:00 GMT"], decision: .fresh),
    .init(
      section: "RFC 9110, 5.6.7", title: "Expires as asctime date",
      stored: ["Expires": "Fri Jan  2 00:00:00 2026"], decision: .fresh),
    .init(
      section: "4.2.2", title: "A tenth of the time since Last-Modified",
      stored: ["Last-Modified": "Wed, 31 Dec 2025 23:58:00 GMT"], after: 11, decision: .fresh),
    .init(
      section: "4.2.2", title: "Past that tenth",
      stored: ["Last-Modified": "Wed, 31 Dec 2025 23:58:00 GMT"], after: 12, decision: .validate),
    .init(
      section: "4.2.2", title: "Never more than a day",
      stored: ["Last-Modified": "Thu, 01 Jan 2015 00:00:00 GMT"], after: 86_400, decision: .validate
    ),
    .init(
      section: "4.2.2", title: "404 may be guessed", status: 404,
      stored: ["Last-Modified": "Thu, 01 Jan 2015 00:00:00 GMT"], decision: .fresh),
    .init(
      section: "4.2.2", title: "A status that may not be guessed", status: 403,
      stored: ["Cache-Control": "private", "Last-Modified": "Thu, 01 Jan 2015 00:00:00 GMT"],
      decision: .validate),
    .init(
      section: "4.2.3", title: "Age on arrival counts",
      stored: ["Cache-Control": "max-age=60", "Age": "55"], decision: .validate),
    .init(
      section: "4.2.3", title: "An old Date counts",
      stored: ["Cache-Control": "max-age=60", "Date": "Wed, 31 Dec 2025 23:59:05 GMT"],
      decision: .validate),
    .init(
      section: "4.2.3", title: "A Date in the future does not",
      stored: ["Cache-Control": "max-age=60", "Date": "Thu, 01 Jan 2026 01:00:00 GMT"], after: 60,
      decision: .validate),
    .init(
      section: "5.1", title: "The first of several ages",
      stored: ["Cache-Control": "max-age=60", "Age": "0, 3600"], decision: .fresh),
    .init(
      section: "5.1", title: "An invalid Age is ignored",
      stored: ["Cache-Control": "max-age=60", "Age": "-3600"], decision: .fresh),
    .init(
      section: "5.2.2.4", title: "no-cache", stored: ["Cache-Control": "no-cache, max-age=60"],
      decision: .must),
    .init(
      section: "5.2.2.4", title: "no-cache for one field",
      stored: ["Cache-Control": "no-cache=\"set-cookie\", max-age=60"], decision: .fresh),
    .init(
      section: "5.2.2.2", title: "must-revalidate while fresh",
      stored: ["Cache-Control": "must-revalidate, max-age=60"], decision: .fresh),
    .init(
      section: "5.2.2.2", title: "must-revalidate once stale",
      stored: ["Cache-Control": "must-revalidate, max-age=5"], decision: .must),
    .init(
      section: "5.2.2.8", title: "proxy-revalidate is for shared caches",
      stored: ["Cache-Control": "proxy-revalidate, max-age=5"], decision: .validate),
    .init(
      section: "RFC 5861, 3", title: "stale-while-revalidate",
      stored: ["Cache-Control": "max-age=5, stale-while-revalidate=5"], decision: .behind),
    .init(
      section: "RFC 5861, 3", title: "stale-while-revalidate over",
      stored: ["Cache-Control": "max-age=5, stale-while-revalidate=4"], decision: .validate),
    .init(
      section: "RFC 5861, 3", title: "stale-while-revalidate against must-revalidate",
      stored: ["Cache-Control": "max-age=5, stale-while-revalidate=60, must-revalidate"],
      decision: .must),
    .init(
      section: "RFC 5861, 3", title: "stale-while-revalidate against allow_expired off",
      stored: ["Cache-Control": "max-age=5, stale-while-revalidate=60"], allowExpired: false,
      decision: .strict),
    .init(
      section: "RFC 5861, 3", title: "stale-while-revalidate against the request's max-age",
      stored: ["Cache-Control": "max-age=5, stale-while-revalidate=60"],
      request: ["Cache-Control": "max-age=9"], decision: .validate),
  ]
}
