"""Folders of files whose tags were damaged in one of 25 ways. Files are FLAC of silence, as long as the recordings."""

import functools
import os
import struct

import catalogue
from mutagen.flac import FLAC

BLOCK = RATE = 44100


def _crc(data, width, polynomial):
    value, top, mask = 0, 1 << (width - 1), (1 << width) - 1
    for byte in data:
        value ^= byte << (width - 8)
        for _ in range(8):
            value = ((value << 1) ^ polynomial if value & top else value << 1) & mask
    return value


@functools.cache
def _frame(number):
    """A frame of a second of silence (RFC 9639)."""
    head = b"\xff\xf8\x79\x18" + chr(number).encode() + struct.pack(">H", BLOCK - 1)
    frame = head + bytes([_crc(head, 8, 0x07)]) + b"\0\0\0" * 2
    return frame + struct.pack(">H", _crc(frame, 16, 0x8005))


def write(path, seconds, tags):
    """A FLAC file with tags: names and texts."""
    info = struct.pack(">HH", BLOCK, BLOCK) + b"\0" * 6
    info += struct.pack(">Q", RATE << 44 | 1 << 41 | 15 << 36 | seconds * BLOCK) + b"\0" * 16
    with open(path, "wb") as file:
        file.write(b"fLaC\x80" + struct.pack(">I", len(info))[1:] + info)
        file.write(b"".join(_frame(number) for number in range(seconds)))
    audio = FLAC(path)
    for name, value in tags.items():
        audio[name] = value
    audio.save()


def read(path):
    """The tags of a file: names in capitals, lists of texts."""
    return {name.upper(): list(values) for name, values in FLAC(path).tags.as_dict().items()}


def _typo(text):
    return text[:3] + text[4:] if len(text) > 5 else text


class File:
    """A file to be made: its track, tags, seconds, and where it is below the folder."""

    def __init__(self, release, disc, number, track):
        song = track["recording"]
        self.track, self.seconds, self.folder = track, song["ms"] // 1000, ""
        self.disc, self.number, self.name = disc, number, f"{number:02d} {song['title']}"
        self.tags = {
            "TITLE": song["title"], "ARTIST": song["artist"]["name"], "ALBUM": release["title"],
            "TRACKNUMBER": str(number), "DATE": release["date"][:4], "COMMENT": "bought in a shop", "MOOD": "mine"}

    def drop(self, *names):
        for name in names:
            self.tags.pop(name, None)


def each(change):
    def damage(files, release):
        for place, file in enumerate(files):
            change(file, place, release)
        return files
    return damage


def _set(**tags):
    return each(lambda file, _place, release: file.tags.update(
        {name: release[value] for name, value in tags.items()}))


def _titles(change):
    return each(lambda file, _place, _release: file.tags.update(TITLE=change(file.tags["TITLE"])))


def _names(change):
    return each(lambda file, _place, _release: file.tags.update(
        {name: change(file.tags[name]) for name in ("TITLE", "ARTIST", "ALBUM")}))


def _placeholders(file, place, _release):
    file.tags["TITLE"] = file.name = f"Track {place + 1:02d}"


def _nothing(file, _place, _release):
    file.drop("TITLE", "ARTIST", "ALBUM", "TRACKNUMBER", "DATE")


def _nothing_named(file, place, release):
    _nothing(file, place, release)
    file.name = f"Track {place + 1:02d}"


def _discs(file, _place, _release):
    file.folder = f"CD{file.disc}"


def _through(file, place, _release):
    file.tags["TRACKNUMBER"], file.name = str(place + 1), f"{place + 1:02d} {file.tags['TITLE']}"


def _extra(files, release):
    more = File(release, 1, 40, {"recording": {"title": "Interview on the Radio", "artist": release["artist"], "ms": 731000}})
    more.track = None
    return [*files, more]


def _album_plain(file, _place, release):
    file.tags["ALBUM"] = release["title"].split(" (")[0]


def _swapped(files, _release):
    files[0].tags["TITLE"], files[1].tags["TITLE"] = files[1].tags["TITLE"], files[0].tags["TITLE"]
    return files


# The name of a damage, the roles of the releases that get it, and the damage. "unknown": the catalogue lacks the release.
STUDIO = ("studio", "pressing", "longer", "collection")
KINDS = [
    ("none", STUDIO, lambda files, _: files),
    ("letters missing in titles", STUDIO, _titles(_typo)),
    ("letters missing in all names", STUDIO, _names(_typo)),
    ("capitals", STUDIO, _names(str.upper)),
    ("small letters", STUDIO, _names(str.lower)),
    ("titles are Track 01", STUDIO, each(_placeholders)),
    ("no numbers", STUDIO, each(lambda file, *_: file.drop("TRACKNUMBER"))),
    ("no album", STUDIO, each(lambda file, *_: file.drop("ALBUM"))),
    ("no artist", STUDIO, each(lambda file, *_: file.drop("ARTIST"))),
    ("names of files alone", STUDIO, each(_nothing)),
    ("names of folders alone", STUDIO, each(_nothing_named)),
    ("a track missing", STUDIO, lambda files, _: files[:3] + files[4:]),
    ("half of the tracks", STUDIO, lambda files, _: files[:len(files) // 2]),
    ("a file too many", STUDIO, _extra),
    ("folders of discs", ("two discs",), each(_discs)),
    ("discs numbered through", ("two discs",), each(_through)),
    ("sampler with its maker", ("sampler",), each(
        lambda file, *_: file.tags.update(ALBUMARTIST="Various Artists"))),
    ("sampler without", ("sampler",), lambda files, _: files),
    ("pressing by barcode", ("pressing",), _set(BARCODE="barcode")),
    ("pressing by country", ("pressing",), _set(RELEASECOUNTRY="country")),
    ("pressing by number", ("pressing",), _set(CATALOGNUMBER="number")),
    ("longer edition, short name", ("longer",), each(_album_plain)),
    ("concert, name of the album", ("live",), each(_album_plain)),
    ("two titles swapped", STUDIO, _swapped),
    ("album that is not there", ("unknown",), lambda files, _: files),
]


def make(root, number, kind, release):
    """Makes the folder of a damaged album. Returns {folder, kind, release, files: {path: (track, tags)}}."""
    _name, _roles, damage = KINDS[kind]
    files = damage([File(release, *place) for place in catalogue.tracks_of(release)], release)
    folder = os.path.join(f"{number:03d}", release["artist"]["name"], f"{release['title']} ({release['date'][:4]})")
    made = {}
    for file in files:
        path = os.path.join(folder, file.folder, file.name.replace("/", "-") + ".flac")
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        write(os.path.join(root, path), file.seconds, file.tags)
        made[path] = (file.track, file.tags)
    return {"folder": folder, "kind": kind, "release": release, "files": made}
