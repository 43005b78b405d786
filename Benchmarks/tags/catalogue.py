"""Releases that nobody made: studio albums with their pressings and longer editions, albums of a concert with the same
songs, albums on two discs, collections of one artist and of several, and singles. The same seed gives the same."""

import random
import uuid

FIRST = """Salt Paper Harbour Winter Copper Silent Velvet Northern Hollow Amber Broken Distant Electric Golden Iron Lonely
Midnight Open Quiet Restless Scarlet Tender Violet Wild Burning Crystal Drifting Empty Faithful Gentle""".split()
SECOND = """Rivers Lanterns Orchard Signals Gardens Tides Letters Mountains Thunder Sparrows Bridges Candles Deserts Echoes
Fields Ghosts Horses Islands Jewels Kings Ladders Mirrors Needles Oceans Pilots Queens Roses Shadows Towers Wolves""".split()
PEOPLE = """Ada Bo Cleo Dara Elio Fenna Gus Hedda Ivo Juna Kip Lora Mirela Nils Oda Pia Rune Sana Tove Ulf""".split()
FAMILIES = """Lune Sander Voss Quill Hart Brandt Okoye Silva Moreau Lindqvist Tanaka Novak Reyes Castell Fjord""".split()
# The fewest songs of a disc, and the first number that is too many.
SONGS = 8, 14
LABELS = ["Tin Records", "Blue Door", "Parlour", "Nordlys", "Half Moon", "Third Street"]
COUNTRIES = ["GB", "US", "DE", "JP", "FR", "SE"]
VARIOUS = {"id": "89ad4ac3-39f7-470e-963a-56509c546377", "name": "Various Artists"}


class Catalogue:
    """`words`: a module with the names, this one or another one.

    `releases`: dictionaries with id, title, artist ({id, name}), group, kind, date, first, country, label, number,
    barcode, discs (lists of tracks {id, recording}); a recording has id, title, artist, ms, isrc."""

    def __init__(self, seed, artists, words):
        self.random = random.Random(seed)
        self.releases, self.recordings = [], {}
        self.number = 0
        self.words = words
        names = [f"{one} {other}" for one in words.PEOPLE for other in words.FAMILIES]
        bands = [f"The {one} {other}" for one in words.FIRST for other in words.SECOND]
        chosen = self.random.sample(names, artists // 2) + self.random.sample(bands, artists - artists // 2)
        self.titles = [f"{one} {other}" for one in words.FIRST for other in words.SECOND]
        for name in chosen:
            self.career({"id": self.id(), "name": name})
        for _ in range(artists // 3):
            self.sampler()

    def id(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def recording(self, title, artist, ms=None):
        self.number += 1
        made = {"id": self.id(), "title": title, "artist": artist, "isrc": f"QZMIX{self.number:07d}",
                "ms": ms or self.random.randrange(125, 330) * 1000}
        self.recordings[made["id"]] = made
        return made

    def release(self, title, artist, recordings, group=None, discs=1, kind="Album", **facts):
        day = facts.pop("date", None) or self.date(1975, 2015)
        size = -(-len(recordings) // discs)
        tracks = [{"id": self.id(), "recording": each} for each in recordings]
        made = {
            "id": self.id(), "title": title, "artist": artist, "group": group or self.id(), "kind": kind, "date": day,
            "first": facts.get("first", day), "country": self.random.choice(COUNTRIES),
            "label": self.random.choice(LABELS), "number": f"{self.random.choice('ABCTX')}{self.random.randrange(10**5):05d}",
            "barcode": f"{self.random.randrange(10**12, 10**13)}",
            "discs": [tracks[first:first + size] for first in range(0, len(tracks), size)], **facts}
        self.releases.append(made)
        return made

    def date(self, first, last):
        pick = self.random.randrange
        return f"{pick(first, last)}-{pick(1, 13):02d}-{pick(1, 29):02d}"

    def songs(self, count, artist):
        return [self.recording(title, artist) for title in self.random.sample(self.titles, count)]

    def career(self, artist):
        pick, known = self.random, []
        for _ in range(pick.randrange(2, 4)):
            discs = 2 if pick.random() < 0.2 else 1
            songs = self.songs(pick.randrange(*self.words.SONGS) * discs, artist)
            known += songs
            title = pick.choice(self.titles)
            one = self.release(title, artist, songs, discs=discs, role="two discs" if discs == 2 else "studio")
            if pick.random() < 0.6:
                while True:
                    other = self.release(
                        title, artist, songs, group=one["group"], discs=discs, date=self.date(int(one["date"][:4]) + 1, 2018),
                        first=one["date"], role="pressing", of=one["id"])
                    if other["country"] != one["country"]:
                        break
                    self.releases.pop()
            if discs == 1 and pick.random() < 0.5:
                self.release(
                    title + pick.choice([" (Deluxe Edition)", ""]), artist, songs + self.songs(pick.randrange(3, 6), artist),
                    group=one["group"], date=self.date(2016, 2022), first=one["date"], role="longer")
            if discs == 1 and pick.random() < 0.4:
                stage = [self.recording(song["title"], artist, song["ms"] + pick.choice([-1, 1]) * pick.randrange(21, 70) * 1000)
                         for song in songs]
                self.release(f"{title} (Live in {pick.choice(self.words.FAMILIES)})", artist, stage, role="live")
        if len(known) >= 14:
            self.release("Greatest Hits", artist, pick.sample(known, 12), role="collection")
        self.release(known[0]["title"], artist, known[:1], kind="Single", role="single")

    def sampler(self):
        by_artist = {}
        for each in self.recordings.values():
            by_artist.setdefault(each["artist"]["id"], []).append(each)
        artists = self.random.sample(sorted(by_artist), min(14, len(by_artist)))
        songs = [self.random.choice(by_artist[each]) for each in artists]
        title = f"{self.random.choice(self.words.FIRST)} {self.random.choice(['Hits', 'Nights', 'Party', 'Sessions'])} {self.random.randrange(1, 80)}"
        self.release(title, VARIOUS, songs, role="sampler")


def tracks_of(release):
    """(disc, number, track) of a release, in their order."""
    return [(disc, number, track) for disc, tracks in enumerate(release["discs"], 1)
            for number, track in enumerate(tracks, 1)]
