"""Files of all formats and kinds of tags, made with mutagen and, where it writes none, by hand."""
import struct

from mutagen import apev2, flac, id3, mp4, oggopus, oggvorbis
from mutagen.aiff import AIFF
from mutagen.wave import WAVE

SONGS = (("shape of you", "Ed Sheeran"), ("blinding lights", "The Weeknd"))
WORDS = ("calm", "Ærø", "東京", "a; b", "x/y", "Ω", "  two ", "-6.02 dB", "0", "é" * 40, "line\nline", "1/12")


def _text(source, encoding):
    """A text that an encoding of ID3 has."""
    word = source.choice(WORDS)
    return word.encode("latin-1", "replace").decode("latin-1") if encoding == 0 else word


def _picture(source):
    return bytes(source.randrange(256) for _ in range(source.choice((10, 300, 5000))))


def _frames(source, version):
    """Frames that hold nothing of the plan, of most kinds that mutagen knows."""
    encoding = source.choice((0, 1, 3) if version == 4 else (0, 1))

    def text():
        return _text(source, encoding)

    texts = [name for name in ("TCOM TIT1 TIT3 TCON TKEY TLAN TPE3 TPE4 TPUB TCOP TENC TEXT TFLT TOAL TOPE TOLY TOWN "
                               "TRSN TRSO TSSE TMED TSRC TBPM TCMP TPOS TRCK").split()]
    if version == 4:
        texts += "TMOO TSST TPRO TSOA TSOP TSOT TDEN TDTG TDRL".split()
    made = [getattr(id3, name)(encoding=encoding, text=["2001-02-03"] if name.startswith("TD") else [
        "3/4" if name in ("TPOS", "TRCK") else "1" if name in ("TBPM", "TCMP") else text()])
            for name in source.sample(texts, 9)]
    made += [
        id3.TXXX(encoding=encoding, desc="REPLAYGAIN_TRACK_GAIN", text=[text()]),
        id3.TXXX(encoding=encoding, desc="MusicBrainz Album Id", text=["2f250ed2-6285-40f1-aa2a-14f1c05e9765"]),
        id3.COMM(encoding=encoding, lang="eng", desc="", text=[text()]),
        id3.COMM(encoding=encoding, lang="deu", desc="iTunNORM", text=[" 00001"]),
        id3.USLT(encoding=encoding, lang="eng", desc=text(), text="la\nla"),
        id3.SYLT(encoding=encoding, lang="eng", format=2, type=1, desc="s", text=[("la", 10), ("lo", 900)]),
        id3.APIC(encoding=encoding, mime="image/png", type=3, desc="front", data=_picture(source)),
        id3.GEOB(encoding=encoding, mime="a/b", filename="f", desc="d", data=_picture(source)),
        id3.PRIV(owner="own@example.org", data=b"\0\1\xff\xfe"), id3.MCDI(data=b"\1\2\3\0"),
        id3.POPM(email="a@b", rating=196, count=7), id3.PCNT(count=70000),
        id3.UFID(owner="http://example.org", data=b"12"), id3.WXXX(encoding=encoding, desc="home", url="http://x.test"),
        id3.WCOM(url="http://shop.test"), id3.ETCO(format=2, events=[(1, 2)]), id3.USER(encoding=0, lang="eng", text="t"),
        id3.CHAP(element_id="c1", start_time=0, end_time=9, start_offset=1, end_offset=2,
                 sub_frames=[id3.TIT2(encoding=encoding, text=["Chapter"])]),
        id3.CTOC(element_id="toc", flags=3, child_element_ids=["c1"], sub_frames=[]),
    ]
    people = [["producer", "Jo Doe"], ["mix", "Al Roe"]]
    if version == 4:
        made += [id3.TIPL(encoding=encoding, people=people), id3.TMCL(encoding=encoding, people=people),
                 id3.RVA2(desc="track", channel=1, gain=-3.5, peak=0.5), id3.SEEK(offset=9)]
    else:
        made += [id3.IPLS(encoding=encoding, people=people), id3.RVAD(adjustments=[1, 2])]
    return source.sample(made, source.randrange(4, len(made)))


def _own(source, song, tags, version):
    encoding = source.choice((0, 1, 3) if version == 4 else (0, 1))
    tags.add(id3.TIT2(encoding=encoding, text=[song[0]]))
    tags.add(id3.TPE1(encoding=encoding, text=[song[1]]))
    if source.random() < 0.5:
        tags.add(id3.TDRC(encoding=encoding, text=["2010"]))
    for frame in _frames(source, version):
        tags.add(frame)


def _id3(source, song, path, version, v1=0):
    tags = id3.ID3()
    _own(source, song, tags, version)
    if version == 3:
        tags.update_to_v23()
    tags.save(path, v1=v1, v2_version=version, padding=lambda info: source.choice((0, 7, 2000)))


def _id3v22(source, song, path):
    frames = (("TT2", b"\0" + song[0].encode()), ("TP1", b"\1" + song[1].encode("utf-16")), ("TYE", b"\x002010"),
              ("RVA", b"\3\x10\0\x10"), ("IPL", b"\0producer\0Jo Doe\0"), ("COM", b"\0eng\0gut"), ("XYZ", b"what"),
              ("PIC", b"\0PNG\3\0" + _picture(source)), ("TXX", b"\0gain\0-6 dB"))
    body = b"".join(name.encode() + struct.pack(">I", len(data))[1:] + data for name, data in frames)
    body += bytes(source.choice((0, 500)))
    size = bytes(len(body) >> shift & 127 for shift in (21, 14, 7, 0))
    path.write_bytes(b"ID3\2\0\0" + size + body + path.read_bytes())


def _id3v1(song, path):
    parts = [part.encode("latin-1").ljust(30, b"\0") for part in (song[0], song[1], "Tides")]
    path.write_bytes(path.read_bytes() + b"TAG" + b"".join(parts) + b"1976" + b"by me".ljust(28, b"\0") + b"\0\3\x11")


def _ape(source, song, path):
    tags = apev2.APEv2()
    tags.update({"Title": song[0], "Artist": [song[1]], "Year": "2010", "REPLAYGAIN_TRACK_GAIN": source.choice(WORDS),
                 "Composer": ["A", "B"]})
    tags["Cover Art (Front)"] = apev2.APEValue(b"a.png\0" + _picture(source), apev2.BINARY)
    tags["Related"] = apev2.APEValue("http://example.org/", apev2.EXTERNAL)
    tags.save(path)


def _comments(source, song):
    found = [("TITLE", song[0]), ("artist", song[1])]
    if source.random() < 0.5:
        found.append(("DATE", "2010"))
    for key in ("COMMENT", "Performer", "ENSEMBLE", "REPLAYGAIN_TRACK_GAIN", "x y", "COMPOSER", "COMPOSER", "LYRICS"):
        if source.random() < 0.7:
            found.append((key, source.choice(WORDS)))
    source.shuffle(found)
    return found


def _flac(source, song, path, v1):
    file = flac.FLAC(path)
    file.add_tags() if file.tags is None else None
    file.tags.extend(_comments(source, song))
    picture = flac.Picture()
    picture.type, picture.mime, picture.data = 3, "image/png", _picture(source)
    file.add_picture(picture)
    file.metadata_blocks.append(flac.SeekTable(struct.pack(">QQH", 0, 0, 4096)))
    file.save(padding=lambda info: source.choice((0, 900)))
    if v1:
        _id3v1(song, path)


def _ogg(source, song, path, make):
    file = make(path)
    file.tags.extend(_comments(source, song))
    file.save(padding=lambda info: 600)


def _mp4(source, song, path):
    file = mp4.MP4(path)
    file.add_tags() if file.tags is None else None
    more = {
        "\xa9wrt": ["A", "B"], "\xa9cmt": [source.choice(WORDS)], "\xa9lyr": ["la"], "trkn": [(3, 12)], "disk": [(1, 2)],
        "tmpo": [120], "cpil": True, "aART": [song[1]], "soar": ["Lune"], "\xa9too": ["enc"], "stik": [1],
        "----:com.apple.iTunes:iTunNORM": [b" 00001"], "----:org.example:own": [b"\xff\0"],
        "covr": [mp4.MP4Cover(_picture(source), mp4.MP4Cover.FORMAT_PNG)],
    }
    for key in source.sample(sorted(more), source.randrange(3, len(more))):
        file.tags[key] = more[key]
    file.tags["\xa9nam"], file.tags["\xa9ART"] = [song[0]], [song[1]]
    if source.random() < 0.5:
        file.tags["\xa9day"] = ["2010"]
    file.save(padding=lambda info: source.choice((0, 40, 800)))


def _chunks(source, song, path, make, version):
    file = make(path)
    file.add_tags()
    _own(source, song, file.tags, version)
    if version == 3:
        file.tags.update_to_v23()
    file.save(v2_version=version)


def _info(song, path):
    def chunk(name, data):
        return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)

    texts = chunk(b"INAM", song[0].encode() + b"\0") + chunk(b"IART", song[1].encode() + b"\0") + chunk(b"ISFT", b"Rec\0")
    data = path.read_bytes() + chunk(b"LIST", b"INFO" + texts) + chunk(b"bext", b"x" * 99)
    path.write_bytes(data[:4] + struct.pack("<I", len(data) - 8) + data[8:])


# A kind: its name, the ending, and what makes the tags of (random source, song, path).
KINDS = (
    ("ID3v2.4", "mp3", lambda *made: _id3(*made, 4)),
    ("ID3v2.3", "mp3", lambda *made: _id3(*made, 3)),
    ("ID3v2.2", "mp3", _id3v22),
    ("ID3v2.4+v1", "mp3", lambda *made: _id3(*made, 4, v1=2)),
    ("ID3v2.3+v1", "mp3", lambda *made: _id3(*made, 3, v1=2)),
    ("ID3v2.4+APE", "mp3", lambda *made: (_ape(*made), _id3(*made, 4))),
    ("ID3v2.3+APE+v1", "mp3", lambda *made: (_ape(*made), _id3(*made, 3, v1=2))),
    ("APE", "mp3", _ape),
    ("ID3v1", "mp3", lambda _, song, path: _id3v1(song, path)),
    ("APE+v1", "mp3", lambda *made: (_ape(*made), _id3v1(*made[1:]))),
    ("comments", "flac", lambda *made: _flac(*made, v1=False)),
    ("comments+v1", "flac", lambda *made: _flac(*made, v1=True)),
    ("Vorbis", "ogg", lambda *made: _ogg(*made, oggvorbis.OggVorbis)),
    ("Opus", "opus", lambda *made: _ogg(*made, oggopus.OggOpus)),
    ("atoms", "m4a", _mp4),
    ("WAVE ID3v2.4", "wav", lambda *made: _chunks(*made, WAVE, 4)),
    ("WAVE ID3v2.3", "wav", lambda *made: _chunks(*made, WAVE, 3)),
    ("WAVE INFO", "wav", lambda _, song, path: _info(song, path)),
    ("AIFF ID3v2.4", "aiff", lambda *made: _chunks(*made, AIFF, 4)),
    ("AIFF ID3v2.3", "aiff", lambda *made: _chunks(*made, AIFF, 3)),
    ("none", "mp3", lambda source, song, path: None),
)


def make(source, bare, folder, count):
    """Makes files, the kinds in turn: their paths with their kinds."""
    made = {}
    for number in range(count):
        kind, ending, tag = KINDS[number % len(KINDS)]
        song = source.choice(SONGS)
        # Numbers of tracks have two digits.
        path = folder / f"{number // 90 + 1}/{number % 90 + 1:02} {song[1]} - {song[0]}.{ending}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes((bare / f"bare.{ending}").read_bytes())
        tag(source, song, path)
        made[str(path.relative_to(folder))] = kind
    return made
