"""Another catalogue and 25 other kinds of damage than those by which the weights of mixhost were set: names with
accents, of other scripts, with guests and parts of works; short albums; damages of shops, rippers and old players."""

import unicodedata

from damage import STUDIO, File, each

FIRST = """Été Über Señora Łódź Façade Ночь Любовь 東京 花 Café Ω Don't It's 1999 Seven Pt. O' Mr. L'amour Jóga Über-
Blue Red I We You Nothing Always Never Again Home""".split()
SECOND = """Noël Straße Corazón Żal Garçon Река Дождь 夜 風 Déjà 2 II III No.5 '74 (Part I) (Part II) - Pt. & Me/You
Night Day Rain Song Blues Waltz Dance Time Heart Road""".split()
# The fewest and the most songs of a disc.
SONGS = 4, 16
PEOPLE = """Zoë Björn Émile José Søren Chloé Иван 美咲 DJ MC Sir Dr. Lil Anne-Marie Þór Ōno Nuño Ágnes Γιώργος St.""".split()
FAMILIES = """Müller Çelik Nguyễn O'Neill D'Angelo Ångström Dvořák Петров 佐藤 van-Dyk Martínez Łuczak X 3000 Jr.""".split()


def _plain(text):
    """As an old program writes it: without what is not ASCII."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().strip()
    return plain or text


def _broken(text):
    """UTF-8 read as Latin-1."""
    return text.encode().decode("latin-1")


def _names(change):
    return each(lambda file, *_: file.tags.update(
        {name: change(file.tags[name]) for name in ("TITLE", "ARTIST", "ALBUM")}))


def _tag(name, change):
    """change(old value, file, place, release) for one tag of each file."""
    return each(lambda file, place, release: file.tags.update({name: change(file.tags[name], file, place, release)}))


def _swapped_letters(text):
    return text[:2] + text[3] + text[2] + text[4:] if len(text) > 5 else text


def _exchanged(file, *_):
    file.tags["TITLE"], file.tags["ARTIST"] = file.tags["ARTIST"], file.tags["TITLE"]


def _by_alphabet(files, _release):
    for number, file in enumerate(sorted(files, key=lambda each: each.tags["TITLE"]), 1):
        file.tags["TRACKNUMBER"], file.name = str(number), f"{number:02d} {file.tags['TITLE']}"
    return files


def _twice(files, release):
    again = [File(release, 1, 1, file.track) for file in files[:3]]
    for copy in again:
        copy.name += " (1)"
    return files + again


def _cut_short(files, _release):
    files[1].seconds = files[1].seconds // 3
    return files


def _gaps(file, place, _release):
    file.seconds += 2 + place % 2


def _same_numbers(file, place, _release):
    file.name = f"{place:03d} {file.tags['TITLE']}"


def _first_disc(files, _release):
    return [file for file in files if file.disc == 1]


def _names_of_shops(file, _place, release):
    file.drop("TITLE", "ARTIST", "ALBUM", "TRACKNUMBER", "DATE")
    file.name = f"{release['artist']['name']} - {release['title']} - {file.number:02d} {file.track['recording']['title']}".replace(" ", "_")


def _all_by_maker(file, *_):
    file.tags["TITLE"] = f"{file.tags['ARTIST']} - {file.tags['TITLE']}"
    file.tags["ARTIST"] = "Various Artists"


def _identified(file, _place, _release):
    file.tags["MUSICBRAINZ_TRACKID"] = file.track["recording"]["id"]
    file.tags["ALBUM"] = "Downloads"


def _isrc(file, _place, _release):
    file.tags["ISRC"] = file.track["recording"]["isrc"]
    file.drop("TITLE", "ALBUM")
    file.name = "audio " + file.track["recording"]["isrc"]


def _nobody(file, place, _release):
    file.tags.update(ARTIST="Unknown Artist", ALBUM="Unknown Album")


def _tribute(files, _release):
    """The songs of an album, played by a choir: none of its recordings."""
    for file in files:
        file.tags["ARTIST"] = "The Choir of Nowhere"
        file.seconds += 30 + file.number
        file.track = None
    return files


KINDS = [
    ("no letters but ASCII", STUDIO, _names(_plain)),
    ("UTF-8 read as Latin-1", STUDIO, _names(_broken)),
    ("numbers in titles", STUDIO, _tag("TITLE", lambda old, file, *_: f"{file.number:02d} - {old}")),
    ("artists in titles", STUDIO, _tag("TITLE", lambda old, file, *_: f"{file.tags['ARTIST']} - {old}")),
    ("underscores", STUDIO, _names(lambda text: text.replace(" ", "_"))),
    ("letters exchanged in all names", STUDIO, _names(_swapped_letters)),
    ("names of 30 bytes", STUDIO, _names(lambda text: text.encode()[:30].decode("utf-8", "ignore").strip())),
    ("year in the album", STUDIO, _tag("ALBUM", lambda old, *more: f"{old} ({more[-1]['date'][:4]})")),
    ("a site in the album", STUDIO, _tag("ALBUM", lambda old, *_: f"{old} [www.example.org]")),
    ("artist, the", STUDIO, _tag("ARTIST", lambda old, *_: ", ".join(reversed(old.split(" ", 1))))),
    ("guests", STUDIO, _tag("ARTIST", lambda old, _file, place, _r: f"{old} feat. Pia Nobody" if place % 3 == 0 else old)),
    ("title and artist exchanged", STUDIO, each(_exchanged)),
    ("numbered by the alphabet", STUDIO, _by_alphabet),
    ("files twice", STUDIO, _twice),
    ("a file cut short", STUDIO, _cut_short),
    ("gaps of a ripper", STUDIO, each(_gaps)),
    ("wrong years", STUDIO, _tag("DATE", lambda *_: "2024")),
    ("discs in one folder", ("two discs",), each(_same_numbers)),
    ("one disc of two", ("two discs",), _first_disc),
    ("names of a shop's files", STUDIO, each(_names_of_shops)),
    ("sampler, artists in titles", ("sampler",), each(_all_by_maker)),
    ("identifiers of recordings", STUDIO, each(_identified)),
    ("codes of recordings alone", STUDIO, each(_isrc)),
    ("no names of people and album", STUDIO, each(_nobody)),
    ("songs by another choir", STUDIO, _tribute),
]
