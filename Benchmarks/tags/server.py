"""Answers as MusicBrainz does (web service 2, JSON) from a made catalogue: look-ups and searches of releases and
recordings, and the releases of a group. Of a search's query the fields count, each with its words; AND binds."""

import collections
import http.server
import json
import re
import threading
import unicodedata
import urllib.parse

import catalogue

FIELD = re.compile(r'(AND\s+|OR\s+|\+)?(\w+):(\((?:\\.|[^)\\])*\)|"(?:\\.|[^"\\])*"|(?:\\.|[^\s\\])+)', re.S)


def words(text):
    """As the index of MusicBrainz has them: without accents."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(each))
    return re.findall(r"[^\W_]+", plain)


def credit(artist):
    return [{"name": artist["name"], "joinphrase": "", "artist": {
        "id": artist["id"], "name": artist["name"], "sort-name": artist["name"], "disambiguation": "", "aliases": [],
        "type": "Group", "type-id": None, "country": None}}]


class Answers:
    def __init__(self, releases):
        self.releases = {each["id"]: each for each in releases}
        self.recordings, self.on = {}, collections.defaultdict(list)
        for release in releases:
            for _disc, _number, track in catalogue.tracks_of(release):
                song = track["recording"]
                self.recordings[song["id"]] = song
                if release not in self.on[song["id"]]:
                    self.on[song["id"]].append(release)
        self.pieces = {}
        self.own_words, self.with_word = {}, collections.defaultdict(list)
        for entity, items in (("release", self.releases), ("recording", self.recordings)):
            for key, item in items.items():
                self.own_words[key] = {field: words(text) for field, text in self.texts(item, entity).items()}
                for field, list_ in self.own_words[key].items():
                    for word in set(list_):
                        self.with_word[entity, field, word].append(key)

    def group(self, release):
        return {"id": release["group"], "title": release["title"], "primary-type": release["kind"], "primary-type-id": None,
                "secondary-types": [], "secondary-type-ids": [], "first-release-date": release["first"],
                "disambiguation": "", "artist-credit": credit(release["artist"]), "genres": [], "tags": [], "aliases": []}

    def recording(self, song):
        return {"id": song["id"], "title": song["title"], "length": song["ms"], "video": False, "disambiguation": "",
                "isrcs": [song["isrc"]], "artist-credit": credit(song["artist"]), "first-release-date": min(
                    each["date"] for each in self.on[song["id"]]), "aliases": [], "genres": [], "tags": [],
                "relations": []}

    def brief(self, release):
        """A release as searches have it."""
        return {
            "id": release["id"], "title": release["title"], "status": "Official", "status-id": None, "date": release["date"],
            "country": release["country"], "barcode": release["barcode"], "asin": None, "disambiguation": "",
            "packaging": None, "packaging-id": None, "quality": "normal", "artist-credit": credit(release["artist"]),
            "release-group": self.group(release), "text-representation": {"language": "eng", "script": "Latn"},
            "release-events": [{"date": release["date"], "area": {
                "id": release["country"], "name": release["country"], "sort-name": release["country"],
                "iso-3166-1-codes": [release["country"]], "disambiguation": "", "type": None, "type-id": None}}],
            "label-info": [{"catalog-number": release["number"], "label": {
                "id": release["label"], "name": release["label"], "sort-name": release["label"], "disambiguation": "",
                "aliases": [], "type": None, "type-id": None, "label-code": None}}],
            "track-count": sum(map(len, release["discs"])), "media": [
                {"position": place, "format": "CD", "format-id": None, "title": "", "track-count": len(tracks),
                 "track-offset": 0, "disc-count": 0} for place, tracks in enumerate(release["discs"], 1)]}

    def release(self, release):
        made = self.brief(release)
        del made["track-count"]
        for medium, tracks in zip(made["media"], release["discs"]):
            medium["discs"] = []
            medium["tracks"] = [
                {"id": track["id"], "position": place, "number": str(place), "title": track["recording"]["title"],
                 "length": track["recording"]["ms"], "artist-credit": credit(track["recording"]["artist"]),
                 "recording": self.recording(track["recording"])} for place, track in enumerate(tracks, 1)]
        return {**made, "aliases": [], "genres": [], "tags": [], "relations": [], "annotation": None,
                "cover-art-archive": {"artwork": False, "count": 0, "front": False, "back": False, "darkened": False}}

    def whole_recording(self, song, is_search):
        made = self.recording(song)
        made["releases"] = []
        for release in self.on[song["id"]]:
            one = self.brief(release)
            for disc, tracks in enumerate(release["discs"]):
                places = [place for place, track in enumerate(tracks, 1) if track["recording"] is song]
                if places:
                    one["media"] = [{**one["media"][disc], "track-offset": places[0] - 1, "track" if is_search else "tracks": [
                        {"id": tracks[places[0] - 1]["id"], "number": str(places[0]), "position": places[0],
                         "title": song["title"], "length": song["ms"]}]}]
            made["releases"].append(one)
        return made

    def texts(self, item, entity):
        """The searched texts of an item by field."""
        if entity == "release":
            return {"release": item["title"], "artist": item["artist"]["name"], "artistname": item["artist"]["name"],
                    "arid": item["artist"]["id"], "barcode": item["barcode"], "country": item["country"],
                    "catno": item["number"], "date": item["date"], "tracks": str(sum(map(len, item["discs"]))),
                    "rgid": item["group"], "reid": item["id"], "alias": "", "status": "official",
                    "primarytype": item["kind"], "label": item["label"], "format": "CD", "mediums": str(len(item["discs"]))}
        on = self.on[item["id"]]
        return {"recording": item["title"], "artist": item["artist"]["name"], "artistname": item["artist"]["name"],
                "isrc": item["isrc"], "rid": item["id"], "release": " ".join(each["title"] for each in on), "alias": "",
                "dur": str(item["ms"]), "qdur": str(item["ms"] // 2000), "arid": item["artist"]["id"]}

    def search(self, entity, query):
        """Items, the best first, with the points of the best as 100."""
        terms, before = [], None
        for operator, field, value in FIELD.findall(query):
            must = operator.strip() in ("AND", "+")
            term = [field.lower(), words(re.sub(r"\\(.)", r"\1", value)), must]
            if must and before:
                before[2] = True
            terms.append(term)
            before = term
        keys = {key for field, wanted, _ in terms for word in wanted for key in self.with_word.get((entity, field, word), ())}
        found = []
        for key in keys:
            item = (self.releases if entity == "release" else self.recordings)[key]
            points, fits = 0, True
            for field, wanted, must in terms:
                own = self.own_words[key].get(field, [])
                hits = sum(1 for word in wanted if word in own)
                fits = fits and (hits > 0 or not must or not wanted)
                points += hits / len(wanted) + 0.3 * hits / len(own) if hits else 0
            if fits and points > 0:
                found.append((points, item))
        found.sort(key=lambda pair: (-pair[0], pair[1]["id"]))
        return [(round(100 * points / found[0][0]), item) for points, item in found]

    def answer(self, path, query):
        """The status, and the body as a value or as text."""
        parts = path.strip("/").split("/")
        entity, rest = parts[0], parts[1:]
        if rest:
            if entity == "release" and rest[0] in self.releases:
                return 200, self.release(self.releases[rest[0]])
            if entity == "recording" and rest[0] in self.recordings:
                return 200, self.whole_recording(self.recordings[rest[0]], False)
            if entity == "release-group":
                for release in self.releases.values():
                    if release["group"] == rest[0]:
                        return 200, self.group(release)
            return 404, {"error": "Not Found"}
        if "release-group" in query and entity == "release":
            list_ = [self.release(each) for each in self.releases.values() if each["group"] == query["release-group"]]
            return 200, {"release-count": len(list_), "release-offset": 0, "releases": list_}
        if entity not in ("release", "recording") or "query" not in query:
            return 400, {"error": "The given parameters do not match any available query type."}
        found = self.search(entity, query["query"])
        limit, offset = int(query.get("limit", 25)), int(query.get("offset", 0))
        items = ",".join(f'{{"score": {points}, {self.piece(entity, item)}' for points, item in found[offset:offset + limit])
        return 200, (f'{{"created": "2026-11-28T00:00:00.000Z", "count": {len(found)}, "offset": {offset}, '
                     f'"{entity}s": [{items}]}}')

    def piece(self, entity, item):
        """The text of a search's item without its opening bracket; made once, as answers of 100 songs are large."""
        if item["id"] not in self.pieces:
            form = self.brief(item) if entity == "release" else self.whole_recording(item, True)
            self.pieces[item["id"]] = json.dumps(form)[1:]
        return self.pieces[item["id"]]


def serve(releases):
    """A server on a free port of loopback: its port, and a list with a path for each request."""
    answers, asked = Answers(releases), []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            address = urllib.parse.urlsplit(self.path)
            asked.append(self.path)
            path = address.path.removeprefix("/ws/2")
            status, body = answers.answer(path, dict(urllib.parse.parse_qsl(address.query)))
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    http.server.ThreadingHTTPServer.request_queue_size = 64
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port, asked
