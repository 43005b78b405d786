"""Picard 2 without its window, by its own classes: picard.py FOLDER HOST:PORT SETTINGS. What a person does in it who
decides nothing: add the folder, Cluster, Lookup of the clusters and of the files in none, Save of what was matched."""

import sys

sys.path.insert(0, "/usr/lib/picard")

from picard import config, tagger as program  # noqa: E402
from picard.album import NatAlbum  # noqa: E402
from picard.webservice import ratecontrol  # noqa: E402
from PyQt5 import QtCore  # noqa: E402


def steps(tagger, folder):
    """The steps, each of which starts work that the next one needs done."""
    yield tagger.add_paths([folder])
    yield tagger.cluster([tagger.unclustered_files])
    yield tagger.autotag([*tagger.clusters, *tagger.unclustered_files.files])
    albums = [each for each in tagger.albums.values() if not isinstance(each, NatAlbum)]
    yield tagger.save([track for album in albums for track in album.tracks])


def is_idle(tagger):
    service = tagger.webservice
    pools = tagger.thread_pool, tagger.save_thread_pool, tagger.priority_thread_pool
    return not (tagger._pending_files_count or service._active_requests or service._queue.count()
                or any(pool.activeThreadCount() for pool in pools)
                or any(not album.loaded for album in tagger.albums.values()))


def main():
    folder, server, settings = sys.argv[1:]
    host, port = server.split(":")
    sys.argv = ["picard", "--no-player", "--no-restore", "--no-plugins", "--config-file", settings]
    tagger = program.Tagger(program.process_picard_args(), "/usr/share/locale", False)
    # Covers would come from elsewhere.
    for name, value in {"server_host": host, "server_port": int(port), "browser_integration": False,
                        "save_images_to_tags": False, "save_images_to_files": False}.items():
        config.get_config().setting[name] = value
    ratecontrol.set_minimum_delay((host, int(port)), 0)
    left, quiet = steps(tagger, folder), 0

    def tick():
        nonlocal quiet
        quiet = quiet + 1 if is_idle(tagger) else 0
        if quiet >= 4:
            quiet = 0
            if next(left, tagger) is tagger:
                timer.stop()
                tagger.exit()
                tagger.quit()

    timer = QtCore.QTimer()
    timer.timeout.connect(tick)
    timer.start(250)
    tagger.exec_()


main()
