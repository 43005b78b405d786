"""Holds the files that a program left against the truth."""

import os

import catalogue
import damage

# The values that a release or a person gives a file; the last two are the user's own.
KEPT = ["TITLE", "ARTIST", "ALBUM", "ALBUMARTIST", "DATE", "TRACKNUMBER", "DISCNUMBER", "BARCODE", "RELEASECOUNTRY",
        "CATALOGNUMBER", "COMMENT", "MOOD"]
# Kinds in which the files say which pressing they are.
TELLING = ("pressing by barcode", "pressing by country", "pressing by number")


def truth(album, track):
    """The right values of a file."""
    release, song = album["release"], track["recording"]
    places = catalogue.tracks_of(release)
    place = next(place for place in places if place[2] is track)
    return {"TITLE": song["title"], "ARTIST": song["artist"]["name"], "ALBUM": release["title"],
            "ALBUMARTIST": release["artist"]["name"], "DATE": release["date"], "TRACKNUMBER": str(place[1]),
            "DISCNUMBER": str(place[0]), "BARCODE": release["barcode"], "RELEASECOUNTRY": release["country"],
            "CATALOGNUMBER": release["number"], "through": str(1 + places.index(place)), "COMMENT": "bought in a shop", "MOOD": "mine"}


def _plain(name, values):
    text = "; ".join(values)
    if name.endswith("NUMBER") and name != "CATALOGNUMBER":
        return text.split("/")[0].lstrip("0")
    return text.lstrip("0") if name == "BARCODE" else text


def is_worse(before, after, right):
    """Whether a right value, or one of the user's own, is another one afterwards; a date may get more precise."""
    for name in KEPT:
        old = _plain(name, [before[name]]) if name in before else ""
        new = _plain(name, after.get(name, []))
        if not old or old == new:
            continue
        if not right:
            return True
        wanted = _plain(name, [right[name]])
        was_right = wanted.startswith(old) if name == "DATE" else old == wanted
        # Some number the tracks of all discs through.
        is_fine = name == "DATE" and new.startswith(old) or name == "TRACKNUMBER" and new == right["through"]
        if was_right and not is_fine:
            return True
    return False


def allowed(album, releases):
    """The releases that an album may be taken for: its own, and those of the same recordings and number of tracks where
    the files do not say more."""
    own = album["release"]
    if damage.KINDS[album["kind"]][0] in TELLING:
        return {own["id"]}
    songs = [track["recording"]["id"] for _, _, track in catalogue.tracks_of(own)]
    return {each["id"] for each in releases
            if [track["recording"]["id"] for _, _, track in catalogue.tracks_of(each)] == songs}


def album(root, made, releases):
    """right, wrong or left, and how many files are worse off."""
    right = wrong = worse = known = 0
    is_there = damage.KINDS[made["kind"]][1] != ("unknown",)
    fits = allowed(made, releases) if is_there else set()
    named = 0
    for path, (track, before) in made["files"].items():
        after = damage.read(os.path.join(root, path))
        recording = "".join(after.get("MUSICBRAINZ_TRACKID", []))
        release = "".join(after.get("MUSICBRAINZ_ALBUMID", []))
        is_known = track is not None and is_there
        known += is_known
        right += bool(is_known and recording == track["recording"]["id"])
        named += bool(release)
        wrong += bool(recording and not (is_known and recording == track["recording"]["id"])
                      or release and release not in fits)
        worse += is_worse(before, after, truth(made, track) if track is not None and is_there else None)
    if wrong:
        return "wrong", worse
    return "right" if known and right >= 0.8 * known else "left", worse
