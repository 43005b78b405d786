"""An account of all parts of a file's tags, by mutagen and, where it knows none, by hand."""
import io
import struct

from mutagen import apev2, flac, id3, mp4, oggopus, oggvorbis

# The parts that hold a property of the plan.
PARTS = {
    "TITLE": ("TIT2", "TITLE", "\xa9nam", "INAM", "v1 title"), "ARTIST": ("TPE1", "ARTIST", "\xa9ART", "IART", "v1 artist"),
    "ALBUM": ("TALB", "ALBUM", "\xa9alb", "IPRD", "v1 album"),
    "ALBUMARTIST": ("TPE2", "ALBUMARTIST", "ALBUM ARTIST", "aART"),
    "DATE": ("TDRC", "TYER", "TDAT", "TIME", "DATE", "YEAR", "\xa9day", "ICRD", "v1 year"),
    "ISRC": ("TSRC", "ISRC", "----:com.apple.iTunes:ISRC"),
    "PRODUCER": ("producer of people",), "MIXER": ("mix of people",), "ARRANGER": ("arranger of people",),
    "PERFORMER:LUTE": ("lute of people",),
    "MUSICBRAINZ_TRACKID": ("UFID:http://musicbrainz.org", "MUSICBRAINZ_TRACKID",
                            "----:com.apple.iTunes:MusicBrainz Track Id"),
}


def _id3(path, parts):
    try:
        tags = id3.ID3(path, translate=False, load_v1=False)
    except id3.ID3NoHeaderError:
        return
    parts.append(("ID3v2 version", str(tags.version)))
    for key, frame in tags.items():
        if key in ("TIPL", "TMCL", "IPLS", "IPL"):
            parts.extend((f"{role} of people", f"{key} {name}") for role, name in frame.people)
        else:
            parts.append((key, repr(frame)))
    parts.extend(("unknown", repr(data)) for data in tags.unknown_frames)


def _chunks(path, parts, order):
    data = path.read_bytes()
    place = 12
    while place + 8 <= len(data):
        name, size = data[place:place + 4], struct.unpack(order + "I", data[place + 4:place + 8])[0]
        body = data[place + 8:place + 8 + size]
        place += 8 + size + size % 2
        if name.lower() == b"id3 ":
            _id3(io.BytesIO(body), parts)
        elif name == b"LIST" and body[:4] == b"INFO":
            inner = 4
            while inner + 8 <= len(body):
                length = struct.unpack("<I", body[inner + 4:inner + 8])[0]
                text = body[inner + 8:inner + 8 + length]
                parts.append((body[inner:inner + 4].decode(), repr(text)))
                inner += 8 + length + length % 2
        else:
            parts.append((f"chunk {name}", repr(body)))


def _v1(path, parts):
    tail = path.read_bytes()[-128:]
    if tail[:3] != b"TAG":
        return
    for name, first, last in (("title", 3, 33), ("artist", 33, 63), ("album", 63, 93), ("year", 93, 97),
                              ("comment", 97, 127), ("genre", 127, 128)):
        parts.append((f"v1 {name}", repr(tail[first:last])))


def _ape(path, parts):
    try:
        tags = apev2.APEv2(path)
    except apev2.APENoHeaderError:
        return
    parts.extend((key, f"{value.kind} {bytes(value._write())!r}" if hasattr(value, "_write") else repr(value))
                 for key, value in tags.items())


def _comments(file, parts):
    parts.append(("vendor", file.tags.vendor))
    parts.extend(file.tags)


def of(path):
    """The parts of a file in their order: pairs of a name and a text."""
    parts = []
    if path.suffix == ".flac":
        file = flac.FLAC(path)
        _comments(file, parts)
        parts.extend((f"block {block.code}", repr(block.write())) for block in file.metadata_blocks
                     if block.code not in (1, 4))
        _v1(path, parts)
    elif path.suffix == ".ogg":
        _comments(oggvorbis.OggVorbis(path), parts)
    elif path.suffix == ".opus":
        _comments(oggopus.OggOpus(path), parts)
    elif path.suffix == ".m4a":
        parts.extend((key, repr(value)) for key, value in mp4.MP4(path).tags.items())
    elif path.suffix in (".wav", ".aiff"):
        _chunks(path, parts, "<" if path.suffix == ".wav" else ">")
    else:
        for part in (_id3, _ape, _v1):
            part(path, parts)
    return parts


def unnamed(old, new, keys, is_new_tag):
    """The differences of two accounts beside the parts of properties, the names and the old and new texts."""
    names = {name.upper() for key in keys for name in PARTS[key]}
    # A file with ID3v1 alone, or without tags, gets a tag that says all of it.
    if is_new_tag:
        old = [part for part in old if part[0].startswith(("v1", "chunk"))]
        new = [part for part in new if part[0].startswith(("v1", "chunk"))]

    def others(parts):
        return [part for part in parts if part[0].upper() not in names]

    before, after = others(old), others(new)
    if before == after:
        return []
    lost = [part for part in before if part not in after]
    come = [part for part in after if part not in before]
    return [("lost", lost), ("come", come)] if lost or come else [("order", before)]
