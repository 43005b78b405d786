"""The stubbed service of the golden builds as Spotify's Web API of before 2026: the catalogue and the
scenario decide the answers; what is written is noted, a line of JSON each.

Usage: desktop_service.py CATALOGUE SCENARIOS LABEL NOTES; prints its port. SCENARIOS has no LABEL for a
build that makes a new playlist.
"""
import http.server
import json
import sys
import urllib.parse

catalogue = json.load(open(sys.argv[1]))
scenario = next(
    (each for each in json.load(open(sys.argv[2])) if each["label"] == sys.argv[3]),
    {"failing_artists": [], "found_existing": False, "existing_items": [], "result": {}})
notes = open(sys.argv[4], "a", buffering=1)


def page(items):
    return {"items": items, "next": None, "total": len(items)}


def playlist(identifier, name):
    return {"id": identifier, "name": name, "description": "", "owner": {"id": catalogue["me"]},
            "public": False, "tracks": {"total": len(scenario["existing_items"])}}


def artists_like(text):
    everybody = catalogue["library_artists"] + catalogue["followed_artists"]
    return [each for each in everybody if text.lower() in each["name"].lower()]


def tracks(artist):
    listed = catalogue["top_tracks"].get(artist, [])
    return [dict(each, artists=[{"name": name} for name in each["artists"]]) for each in listed]


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send(self, answer, status=200):
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status):
        self.send({"error": {"status": status, "message": "refused"}}, status)

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        parts = address.path.strip("/").split("/")
        if address.path == "/me":
            self.send({"id": catalogue["me"]})
        elif address.path == "/me/top/artists":
            self.send(page(catalogue["library_artists"]))
        elif address.path == "/me/following":
            self.send({"artists": page(catalogue["followed_artists"])})
        elif address.path == "/me/playlists":
            found = catalogue["existing_playlist"]
            own = []
            if scenario["found_existing"]:
                own = [playlist(found["id"], scenario["result"]["playlist_name"])]
            self.send(page(own))
        elif address.path == "/search":
            self.send({"artists": page(artists_like(query["q"][0]))})
        elif parts[0] == "artists" and parts[-1] == "top-tracks":
            if parts[1] in scenario["failing_artists"]:
                self.refuse(400)
            else:
                self.send({"tracks": tracks(parts[1])})
        elif parts[0] == "playlists" and parts[-1] == "tracks":
            self.send(page([{"track": {"uri": each}} for each in scenario["existing_items"]]))
        elif parts[0] == "playlists" and len(parts) == 2:
            self.send(playlist(parts[1], "Mix"))
        else:
            self.refuse(404)

    def write(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        parts = self.path.strip("/").split("/")
        if self.path == "/users/%s/playlists" % catalogue["me"]:
            notes.write(json.dumps({"write": "create", "body": body}) + "\n")
            self.send({"id": "made"}, 201)
        elif parts[0] == "playlists" and parts[-1] == "tracks":
            kind = "replace" if self.command == "PUT" else "add"
            notes.write(
                json.dumps({"write": kind, "playlist": parts[1], "uris": body["uris"]}) + "\n")
            self.send({"snapshot_id": "s"}, 201)
        else:
            self.refuse(404)

    do_PUT = do_POST = write

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
server.serve_forever()
